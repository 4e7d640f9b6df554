import type { Snapshot } from "@docsteward/git/workspace";
import { oncePer } from "@docsteward/platform/once-per";
import { createFenceReader, cutPieces, HTML_COMMENT, readAtxHeading } from "@docsteward/text/markdown/scanner";

const FOLDERS = [".github", "", "docs"];
const NAME = "pull_request_template.md";
const MAX_CHARACTERS = 20_000;

/** The template that a repository has for the descriptions of its pull requests; null when it has none. */
export async function findTemplate(files: Snapshot): Promise<{ path: string; text: string } | null> {
  const byName = templatesAmong(await files.assets());
  for (const folder of FOLDERS) {
    const path = byName.get(folder === "" ? NAME : `${folder}/${NAME}`);
    const text = path === undefined ? undefined : (await files.readMany([path]))[0]?.text.trim();
    if (path && text) return { path, text: text.slice(0, MAX_CHARACTERS) };
  }
  return null;
}

/** Paths of templates by the same in lower case. Commits whose files have the same names share the set. */
const templatesAmong = oncePer(
  (all: ReadonlySet<string>): ReadonlyMap<string, string> =>
    new Map([...all].flatMap((path) => (isTemplate(path) ? [[path.toLowerCase(), path]] : []))),
);

const isTemplate = (path: string) => path.length <= NAME.length + 8 && path.toLowerCase().endsWith(NAME);

type TemplateSection = { heading: string | null; depth: number; lines: string[] };

const FOR_SUMMARY = /\b(summary|description|overview|what|changes?|about|details|why|purpose|motivation)\b/i;

/** The heading of a template below which a summary goes; null when none asks for one. */
export function headingForSummary(template: string): string | null {
  return splitTemplate(template).find(isForSummary)?.heading?.trim() ?? null;
}

const isForSummary = ({ heading }: TemplateSection) => heading !== null && FOR_SUMMARY.test(heading);

/**
 * Puts a description where a repository's template asks for one: below the first heading that does; else above the
 * template.
 *
 * What only an author can fill in is left out: hints, empty fields, boxes without a tick, and the headings of nothing else.
 *
 * @param own the job's part, with its marks
 */
export function fillTemplate(template: string | null, own: string): string {
  if (template === null) return own;
  const sections = splitTemplate(template).map((section) => ({ ...section, lines: withoutFields(section.lines) }));
  const place = sections.findIndex(isForSummary);
  const parts: string[] = [];
  // From the end: a heading without text stays for what is kept below it.
  let nextDepth = 0;
  for (const [index, { heading, depth, lines }] of [...sections.entries()].reverse()) {
    if (index !== place && lines.length === 0 && (heading === null || nextDepth <= depth)) continue;
    nextDepth = depth;
    // A question without an answer is not the title of what stays below it.
    const title = index !== place && heading?.endsWith("?") ? "" : heading;
    parts.push([title, index === place ? own : "", lines.join("\n")].filter(Boolean).join("\n\n"));
  }
  return [...(place === -1 ? [own] : []), ...parts.reverse()].join("\n\n");
}

function splitTemplate(template: string): TemplateSection[] {
  const sections: TemplateSection[] = [{ heading: null, depth: 0, lines: [] }];
  const readFence = createFenceReader("any");
  for (const line of cutPieces(template.replaceAll("\r\n", "\n"), [HTML_COMMENT]).split("\n")) {
    const heading = readFence(line) === null ? readAtxHeading(line) : null;
    if (heading) sections.push({ heading: line.trimEnd(), depth: heading.depth, lines: [] });
    else sections.at(-1)?.lines.push(line.trimEnd());
  }
  return sections;
}

const BOX = /^(?:[-*+]|\d{1,3}[.)])\s+\[ ?\]/;
const MARKER = /^(?:[-*+]|\d{1,3}[.)])(?:\s+|$)/;
/** `Closes #…`, `Fixes: issue number`: what it refers to has a number. */
const REFERENCE =
  /^(?:closes?|closed|fix|fixes|fixed|resolves?|resolved|refs?|references?|relates? to|related to|related issues?|issues?|tickets?|part of)\b/i;
const MAX_REFERENCE = 200;
/** A label with nothing behind its colon but signs. */
const EMPTY_FIELD = /^[^:]{1,100}:[\s#@…._<>()[\]-]*$/;
/** Sentences that ask the author for something, by how they begin. */
const HINT =
  /^(?:please|give us|describe|explain|include|provide|list|link|summari[sz]e|tell us|mention|briefly|show|demonstrate|attach|replace|delete|remove|choose|select|check|ensure|make sure|if (?:this|your|you|applicable|there)|add (?:a|an|any|your|screenshots?|tests?)|an? (?:clear|short|brief|concise|visual|link|list|description|summary)|(?:(?:clear|short|brief|concise|quick) )?(?:description|summary|overview|explanation) of|(?:clear|short|brief|concise|quick) (?:description|summary|overview|explanation)|(?:what|why|how|are|is|do|does|did|have|has|which|who|when|where|can)\b[^?]{0,300}\?(?=\s|$))(?![\w-])/i;
const GUIDANCE = /\b(?:recommended|if applicable|optional|where relevant|screenshots?|screen recordings?)\b/i;
/** What the author of a pull request declares with it. */
const DECLARATION = /\b(?:agree|licen[cs]ed?|terms|cla|dco|certify|confirm)\b/i;
const SIGNS_ALONE = /^[\s\-*_.…#|:=~]*$/;

/** The lines of a section that say something without an author. Blank lines stay between them. */
function withoutFields(lines: readonly string[]): string[] {
  const readFence = createFenceReader("any");
  const kept = lines.map((line) => (readFence(line) === null && isField(line) ? "" : line));
  const texts: string[] = [];
  for (const line of kept) if (line !== "" || (texts.length > 0 && texts.at(-1) !== "")) texts.push(line);
  if (texts.at(-1) === "") texts.pop();
  return texts;
}

function isField(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed === "" || BOX.test(trimmed)) return true;
  const text = trimmed
    .replace(MARKER, "")
    .replace(/[*_`]{1,3}/g, "")
    .trim();
  if (SIGNS_ALONE.test(text) || EMPTY_FIELD.test(text)) return true;
  if ((HINT.test(text) || GUIDANCE.test(text)) && !DECLARATION.test(text)) return true;
  if (REFERENCE.test(text) && text.length <= MAX_REFERENCE && !/\d/.test(text)) return true;
  return isInBrackets(trimmed, "_", "_") || isInBrackets(text, "[", "]") || isInBrackets(text, "<", ">");
}

const isInBrackets = (text: string, open: string, close: string) =>
  text.length > 2 && text.startsWith(open) && text.endsWith(close) && !text.slice(1, -1).includes(close);
