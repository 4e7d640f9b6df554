import { form, looksLikePath, matchForm } from "./match-form.ts";
import type { Parser } from "./parser.ts";

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
export const parseReplace: Parser = (segment, quotes) => {
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
const TO =
  "(?:,? (?:to|into|with|by|as|→|->|=>|should be|it should be|which should be|for|it should (?:read|say)|the right word is|correct is)) ?";

const FIX_TYPO = [
  form(
    `(?:fix|correct|repair|mend|change)(?: up)? ${TYPO}:? (?:of |in )?(?:the word )?<word>(?:${TO}<correction>)?${EVERYWHERE}${WHERE}${EVERYWHERE}`,
  ),
  form(`(?:fix|correct|repair|mend) ${TYPO} (?:in|on) (?:the )?(?:page |file )?{where}:? <word>(?:${TO}<correction>)?`),
  form(`(?:fix|correct|repair|mend) (?:the word )?<word>(?:${TO}<correction>)?${EVERYWHERE}${WHERE}`),
  form(
    `(?:the word )?<word> is (?:a typo|misspelled|misspelt|spelled wrong(?:ly)?|a spelling mistake)(?:${TO}<correction>)?${WHERE}`,
  ),
  form(`spell <word>(?:${TO}| correctly as )<correction>${EVERYWHERE}${WHERE}`),
  form(`there(?: is|'s|’s) a typo(?: in (?:the )?(?:page )?{where})?:? <word>(?:${TO}<correction>)?`),
  form(`(?:fix|correct) ${TYPO}:? (?<word>[\\p{L}'’-]+)(?:${TO}(?<correction>[\\p{L}'’-]+))?`),
  form(`(?:fix|correct|repair) (?:all |the |any )?(?:typos?|spelling(?: mistakes| errors)?)${EVERYWHERE}${WHERE}`),
];

/** `fix the typo "a"`, `fix the typo "a" to "b"`, `"a" is misspelled` and their like. */
export const parseFixTypo: Parser = (segment, quotes) => {
  const found = matchForm(FIX_TYPO, segment, quotes);
  if (found === undefined) return undefined;
  return { kind: "fix-typo", word: found.word, correction: found.correction, where: found.where };
};
