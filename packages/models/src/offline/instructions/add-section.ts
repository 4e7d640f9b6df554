import type { InstructionOf } from "../parse/instruction.ts";
import type { Procedure } from "../procedure.ts";
import { findPage, type Site } from "../site.ts";
import { type Heading, listHeadings } from "../text/headings.ts";
import type { Splice } from "../text/splice.ts";
import { editFiles } from "../tools.ts";
import { unescapeBreaks } from "./create-page.ts";
import { failureLines, type Outcome } from "./outcome.ts";

/** Sections that stand last on a page and should go on doing so. */
const CLOSING =
  /^(?:next steps?|what(?:'|’)?s next|see also|related(?: (?:pages|links|topics))?|further reading|learn more|where to go next)$/i;

/** Adds a section at the end of a page, before a closing "Next steps" or "See also". */
export function* addSection(instruction: InstructionOf<"add-section">, site: Site): Procedure<Outcome> {
  const { title: heading, page: ref, body } = instruction;
  const title = `Add the section ${heading}`;
  if (ref === undefined)
    return {
      status: "unclear",
      title,
      lines: [`Name the page for the section “${heading}”: add a section "${heading}" to PATH saying "…".`],
    };
  if (!body?.trim())
    return {
      status: "unclear",
      title,
      lines: [`Give the text of the section “${heading}”: add a section "${heading}" to ${ref} saying "…".`],
    };
  const found = yield* findPage(ref, site);
  if ("problem" in found) return { status: "unclear", title, lines: [found.problem] };

  const { page } = found;
  const plan = (_path: string, text: string) => planSection(text, heading, body);
  const edited = yield* editFiles([page], plan, { read: `Reading ${page}.`, edit: `Adding the section “${heading}”.` });
  const place = edited.changed.get(page)?.note;
  if (place !== undefined) {
    return {
      status: "done",
      title: `${title} to ${page}`,
      lines: [`Added the section “${heading}” to \`${page}\`, ${place}.`],
    };
  }
  if (edited.failed.length > 0) return { status: "unclear", title, lines: failureLines(edited.failed) };
  return { status: "nothing", title, lines: [`\`${page}\` already has a section “${heading}”, so none was added.`] };
}

function planSection(text: string, heading: string, body: string): { splices: Splice[]; note?: string } {
  const headings = listHeadings(text);
  if (headings.some((existing) => existing.text.toLowerCase() === heading.trim().toLowerCase())) return { splices: [] };
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const section = `## ${heading.trim()}\n\n${unescapeBreaks(body).trim()}`.replace(/\n/g, eol);
  const closing = closingHeading(headings);
  if (closing !== undefined) {
    const splice = { start: closing.start, end: closing.start, text: `${section}${eol}${eol}` };
    return { splices: [splice], note: `before “${closing.text}”` };
  }
  const end = text.trimEnd().length;
  return { splices: [{ start: end, end, text: `${eol}${eol}${section}` }], note: "at the end" };
}

function closingHeading(headings: readonly Heading[]): Heading | undefined {
  const last = headings.findLast(({ depth }) => depth === 2);
  return last !== undefined && CLOSING.test(last.text) ? last : undefined;
}
