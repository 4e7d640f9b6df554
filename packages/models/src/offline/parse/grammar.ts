import { trimEndOf } from "@docsteward/platform/cut-text";
import { RE2JS } from "re2js";
import type { Instruction, Parser } from "./instruction.ts";
import { QUOTE_MARK } from "./take-quotes.ts";

/** White space as JavaScript knows it; the engine knows that of ASCII alone. */
const BLANK = "[\\s\\v\\p{Z}\uFEFF]";

const NEW_PAGE =
  "(?:create|add|write|make|start|insert) (?:a |an |the )?(?:new )?(?:docs? |documentation )?(?:page|file|doc|document|article|guide)";
const TITLED = "(?:titled|called|named|entitled|with (?:the |a )?(?:title|name|heading)(?: of)?|title:?|headed)";
const SAYING =
  "(?:,? ?(?:and |which |that |with )?(?:saying|says?|containing|contains|reading|reads|stating|with (?:the |this )?(?:content|text|body|words|following content)|content|text|body|the (?:content|text|body)|to say|it should say|explaining)(?: that)?:? {body})?";

const CREATE_PAGE = [
  form(`${NEW_PAGE} (?:at |in |under |named |called )?(?:the path )?{path.path},? (?:and )?${TITLED} <title>${SAYING}`),
  form(`${NEW_PAGE} ${TITLED} <title> (?:at|as|in file|with (?:the )?path|under the path) {path.path}${SAYING}`),
  form(
    `${NEW_PAGE} (?:${TITLED} )?<title> (?:in|under|inside|below) (?:the )?(?:folder )?{folder.path}(?: folder| section)?${SAYING}`,
  ),
  form(`${NEW_PAGE} ${TITLED} <title>${SAYING}`),
  form(`${NEW_PAGE} (?:at |in |under |named |called )?(?:the path )?{path.path}${SAYING}`),
];

/** `create page PATH titled "T" saying "…"` and its like; a title alone gives the path. */
const parseCreatePage: Parser = (segment, quotes) => {
  const found = matchForm(CREATE_PAGE, segment, quotes);
  if (found === undefined) return undefined;
  const isTitle = found.path !== undefined && !found.title && (/\s/.test(found.path) || !looksLikePath(found.path));
  if (isTitle && !/\uE000/.test(segment)) return undefined;
  const { folder, body } = found;
  return isTitle
    ? { kind: "create-page", title: found.path, folder, body }
    : { kind: "create-page", path: found.path, title: found.title, folder, body };
};

const SECTION = "(?:a |an |the )?(?:new )?(?:short )?(?:section|chapter|heading|subsection)";
const TO_PAGE = "(?:to|in|on|into|at the (?:end|bottom) of|under|for) (?:the )?(?:page |file )?{page}(?: page)?";

const ADD_SECTION = [
  form(`(?:add|append|write|create|insert|put) ${SECTION} (?:${TITLED} |about |on )?<title>,? ${TO_PAGE}${SAYING}`),
  form(`(?:add|append|write|insert|put) ${TO_PAGE},? ${SECTION} (?:${TITLED} |about )?<title>${SAYING}`),
  form(`${TO_PAGE},? (?:add|append|write|insert|put) ${SECTION} (?:${TITLED} |about )?<title>${SAYING}`),
  form(`(?:the )?(?:page )?{page} needs ${SECTION} (?:${TITLED} |about )?<title>${SAYING}`),
  form(`(?:add|append|write|create|insert) ${SECTION} (?:${TITLED} )?<title>${SAYING},? ${TO_PAGE}`),
  form(`(?:add|append|write|create|insert) ${SECTION} ${TO_PAGE},? ${TITLED} <title>${SAYING}`),
  form(`(?:add|append|write|create|insert) ${SECTION} (?:${TITLED} )?<title>${SAYING}`),
];

/** `add a section "T" to PATH saying "…"` and its like. */
const parseAddSection: Parser = (segment, quotes) => {
  const found = matchForm(ADD_SECTION, segment, quotes);
  if (!found?.title) return undefined;
  return { kind: "add-section", title: found.title, page: found.page, body: found.body };
};

const ANYWAY =
  "(?:,? ?(?:and |then |with |including |along with )?(?:(?:update|fix|adjust|mend|keep|change) )?(?:all |every |any |the |its )*(?:inbound |internal )?(?:links?|references?)(?: to it)?(?:,? (?:and )?(?:the |its )?(?:navigation|nav|sidebar|menu)(?: entr(?:y|ies))?)?)?";
const TO = "(?:to|into|as|under|→|->|=>)";

const MOVE = [
  form(
    `(?:rename|move|relocate) (?:the )?(?:page|file|doc|document|article|guide)(?: at| called| named)? {from} ${TO} (?:the )?(?<folder>(?:folder|directory) )?{to.path}(?<folder2> folder| directory)?${ANYWAY}`,
  ),
  form(
    `(?:rename|move|relocate) (?:the )?{from} (?:page|file|doc|article|guide) ${TO} (?:the )?(?<folder>(?:folder|directory) )?{to.path}(?<folder2> folder| directory)?${ANYWAY}`,
  ),
  form(
    `(?:rename|move|relocate) {from.path} ${TO} (?:the )?(?<folder>(?:folder|directory) )?{to.path}(?<folder2> folder| directory)?${ANYWAY}`,
  ),
];

/** `rename page A to B`, `move A to the folder B` and their like. */
const parseMovePage: Parser = (segment, quotes) => {
  const found = matchForm(MOVE, segment, quotes);
  if (!found?.from || !found.to) return undefined;
  const namesPage =
    /^\w+\s+(?:the\s+)?(?:page|file|doc|document|article|guide)\b/i.test(segment) ||
    /\s(?:page|file|doc|article|guide)\s+(?:to|into|as)\b/i.test(segment);
  const isMove = /^(?:move|relocate)/i.test(segment);
  if (!namesPage && !looksLikePath(found.from) && !looksLikePath(found.to) && !isMove) return undefined;
  const isFolder = found.folder !== undefined || found.folder2 !== undefined || found.to.endsWith("/");
  return { kind: "move-page", from: found.from, to: found.to, isFolder };
};

const PAGE = "(?:page|file|doc|document|article|guide)";
const PAGE_WORD = /\b(?:page|file|doc|document|article|guide)\b/i;
const DELETE = [
  form(
    `(?:delete|remove|drop|get rid of|take out|erase) (?:the )?(?:old |outdated )?${PAGE}(?: at| called| named| titled)? {page}${ANYWAY}`,
  ),
  form(`(?:delete|remove|drop|get rid of|take out|erase) (?:the )?{page} ${PAGE}${ANYWAY}`),
  form(`(?:delete|remove|drop|get rid of|erase) {page.path}${ANYWAY}`),
];

/** `delete page PATH` and its like. Without the word "page" only a path is meant. */
const parseDeletePage: Parser = (segment, quotes) => {
  const found = matchForm(DELETE, segment, quotes);
  if (!found?.page) return undefined;
  const namesPage = segment.split(/\s/).some((word) => PAGE_WORD.test(word) && !/[/.]/.test(word));
  return namesPage || looksLikePath(found.page) ? { kind: "delete-page", page: found.page } : undefined;
};

const THE_WORD =
  "(?:(?:all|every|each|any)(?: of)? )?(?:the )?(?:(?:remaining|old|outdated|former) )?(?:(?:occurrences?|mentions?|instances?|uses?|references?) (?:of|to) )?(?:the )?(?:(?:word|words|term|phrase|text|string|name|product name|product|company|brand|tool) )?";
const EVERYWHERE =
  "(?:,? ?(?:everywhere|throughout|globally|site-?wide|(?:in|on|across|throughout) (?:all|every|each|the whole|the entire|the) ?(?:of )?(?:the )?(?:docs?|documentation|pages?|files?|site|repo|repository|guides)(?: (?:of|in) the (?:docs?|documentation|site))?))*";
const WHERE = "(?:,? (?:only )?(?:in|on|inside|within) (?:the )?(?:page |file |folder )?{where})?";
const WITH = "(?:with|by|to|into|for|→|->|=>)";

const REPLACE = [
  form(
    `(?:replace|change|swap|substitute|update|switch|convert|turn) ${THE_WORD}<from> ${WITH} (?:the )?<to>${EVERYWHERE}${WHERE}${EVERYWHERE}`,
  ),
  form(
    `(?:rename|rebrand) (?:the )?(?:(?:product|project|company|tool|brand|app|application|service|library|package|feature|term|thing) )?(?:name )?(?:from )?<from> (?:to|into|as|→|->|=>) <to>${EVERYWHERE}${WHERE}${EVERYWHERE}`,
  ),
  form(
    `(?:in|on) (?:the )?(?:page |file |folder )?{where},? (?:replace|change|swap|substitute) ${THE_WORD}<from> ${WITH} <to>`,
  ),
  form(
    `${THE_WORD}<from> (?:should (?:now )?(?:be|read|say)(?: called| named| written)?|is now(?: called| named)?|has been renamed(?: to)?|was renamed(?: to)?|became|must be|→|->|=>) <to>${EVERYWHERE}${WHERE}`,
  ),
  form(`(?:use|say|write|put) <to> (?:instead|in place) of <from>${EVERYWHERE}${WHERE}`),
  form(`(?:use|say|write|put) <to> where it says <from>${EVERYWHERE}${WHERE}`),
  form(`(?:replace|substitute|swap) ${THE_WORD}{from} (?:with|by) {to}${EVERYWHERE}${WHERE}${EVERYWHERE}`),
  form(
    `(?:rename|rebrand) the (?:product|project|company|tool|brand|app|service|library) (?:from )?{from} to {to}${EVERYWHERE}`,
  ),
];

/** `replace "A" with "B" everywhere`, `… in PATH`, `rename the product "A" to "B"` and their like. */
const parseReplace: Parser = (segment, quotes) => {
  const found = matchForm(REPLACE, segment, quotes);
  if (!found?.from || found.to === undefined || found.from === found.to) return undefined;
  const isRename =
    /^rename\s+(?!the\s+(?:product|project|company|tool|brand|app|service|library|package|feature|term))/i.test(
      segment,
    );
  if (isRename && (looksLikePath(found.from) || looksLikePath(found.to))) return undefined;
  return { kind: "replace", from: found.from, to: found.to, where: found.where };
};

const TYPO =
  "(?:the |this |a |that )?(?:typo|typos|typing error|spelling|spelling (?:error|mistake)|misspelling|misspelled word|misspelt word|mistake)";
const REPLACEMENT =
  "(?:,? (?:to|into|with|by|as|→|->|=>|should be|it should be|which should be|for|it should (?:read|say)|the right word is|correct is)) ?";

const FIX_TYPO = [
  form(
    `(?:fix|correct|repair|mend|change)(?: up)? ${TYPO}:? (?:of |in )?(?:the word )?<word>(?:${REPLACEMENT}<correction>)?${EVERYWHERE}${WHERE}${EVERYWHERE}`,
  ),
  form(
    `(?:fix|correct|repair|mend) ${TYPO} (?:in|on) (?:the )?(?:page |file )?{where}:? <word>(?:${REPLACEMENT}<correction>)?`,
  ),
  form(`(?:fix|correct|repair|mend) (?:the word )?<word>(?:${REPLACEMENT}<correction>)?${EVERYWHERE}${WHERE}`),
  form(
    `(?:the word )?<word> is (?:a typo|misspelled|misspelt|spelled wrong(?:ly)?|a spelling mistake)(?:${REPLACEMENT}<correction>)?${WHERE}`,
  ),
  form(`spell <word>(?:${REPLACEMENT}| correctly as )<correction>${EVERYWHERE}${WHERE}`),
  form(`there(?: is|'s|’s) a typo(?: in (?:the )?(?:page )?{where})?:? <word>(?:${REPLACEMENT}<correction>)?`),
  form(`(?:fix|correct) ${TYPO}:? (?<word>[\\p{L}'’-]+)(?:${REPLACEMENT}(?<correction>[\\p{L}'’-]+))?`),
  form(`(?:fix|correct|repair) (?:all |the |any )?(?:typos?|spelling(?: mistakes| errors)?)${EVERYWHERE}${WHERE}`),
];

/** `fix the typo "a"`, `fix the typo "a" to "b"`, `"a" is misspelled` and their like. */
const parseFixTypo: Parser = (segment, quotes) => {
  const found = matchForm(FIX_TYPO, segment, quotes);
  if (found === undefined) return undefined;
  return { kind: "fix-typo", word: found.word, correction: found.correction, where: found.where };
};

/** In this order: the narrow forms first, `replace` last because its words are the most common. */
const PARSERS: Parser[] = [
  parseFixTypo,
  parseCreatePage,
  parseAddSection,
  parseDeletePage,
  parseMovePage,
  parseReplace,
];

/** Reads one instruction; undefined when no form of the grammar fits. */
export function parseInstruction(segment: string, quotes: readonly string[], source: string): Instruction | undefined {
  if (segment.length > MAX_SEGMENT) return undefined;
  for (const parse of PARSERS) {
    const parsed = parse(segment, quotes);
    if (parsed !== undefined) return { ...parsed, source } as Instruction;
  }
  return undefined;
}

/** A form of the grammar. Its engine takes time in line with the length of a prompt, whatever stands in it. */
type Form = RE2JS;

type Fields = Record<string, string | undefined>;

/**
 * Writes a form of the grammar as a pattern. In a form, `<name>` is a quoted text, `{name}` a quoted text or unquoted words,
 * `{name.path}` a quoted text or one word such as a path, a space any white space; all else is a regular expression of RE2.
 */
function form(source: string): Form {
  const pattern = source
    .replace(/ \?/g, `${BLANK}*`)
    .replace(/ /g, `${BLANK}+`)
    .replace(/(?<!\(\?)<(\w+)>/g, (_, name: string) => `(?<${name}>${QUOTE_MARK.replace("(\\d+)", "\\d+")})`)
    .replace(/\{(\w+)\.path\}/g, (_, name: string) => `(?<${name}>${QUOTE_MARK.replace("(\\d+)", "\\d+")}|\\S+)`)
    .replace(
      /(?<!\\p)\{(\w+)\}/g,
      (_, name: string) => `(?<${name}>${QUOTE_MARK.replace("(\\d+)", "\\d+")}|[^\uE000]+?)`,
    );
  return RE2JS.compile(`${pattern}(?:${BLANK}|[.!:,])*`, RE2JS.CASE_INSENSITIVE);
}

/** The fields of the first form that fits the whole segment, with quoted texts put in. */
function matchForm(forms: readonly Form[], segment: string, quotes: readonly string[]): Fields | undefined {
  for (const candidate of forms) {
    const match = candidate.matcher(segment);
    if (!match.matches()) continue;
    const names = Object.keys(candidate.namedGroups());
    return Object.fromEntries(names.map((name) => [name, toValue(match.group(name) ?? undefined, quotes)]));
  }
  return undefined;
}

function toValue(value: string | undefined, quotes: readonly string[]): string | undefined {
  if (value === undefined) return undefined;
  const mark = /^\uE000(\d+)\uE001$/.exec(value.trim());
  return mark ? quotes[Number(mark[1])] : trimEndOf(value.trim(), ",:");
}

/** Whether words name a file rather than a thing: a slash or the ending of a page. */
function looksLikePath(words: string): boolean {
  return /\.mdx?$/i.test(words) || (words.includes("/") && !/\s/.test(words));
}

/** Nothing the grammar understands is longer: quoted texts are marks here. */
export const MAX_SEGMENT = 1_000;
