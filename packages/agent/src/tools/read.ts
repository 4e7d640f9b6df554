import { isPageFile } from "@docsteward/contract/docs-files";
import { splitSections } from "@docsteward/text/markdown/sections";
import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool, pagePath, type ToolContext } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_LINES = 2000;
const MAX_CHARACTERS = 100_000;
const MAX_PATHS = 20;
/** A longer file comes in parts, with an outline of the rest. */
const LONG_CHARACTERS = 30_000;
const LONG_LINES = 600;
const FIRST_LINES = 200;
const MAX_HEADINGS = 200;
/** Less than this is said again: the note would save nothing. */
const MIN_REPEATED = 300;

const Line = z.int().min(1).optional();

export const readTool = defineTool({
  name: "read",
  description:
    "Reads a file, or its lines `from` to `to` (1-based, inclusive). `path` may be a list of files to read in one call. Each line comes with its number and a tab, which are not part of the file. Of a long file without a range you get the first lines and an outline.",
  input: z.object({
    path: z.union([pagePath(), z.array(pagePath()).min(1).max(MAX_PATHS)]),
    from: Line,
    to: Line,
  }),
  mutates: false,
  marksRead: true,
  announce: ({ path, from, to }) =>
    `Read ${[path].flat().join(", ")}${from || to ? ` lines ${from ?? 1}–${to ?? "end"}` : ""}`,
  async run({ path, from, to }, context) {
    const paths = [...new Set([path].flat())];
    if (paths.length > 1 && (from !== undefined || to !== undefined))
      throw new ToolRefusal("Set `from` and `to` for one file only.");
    const parts: Part[] = [];
    let length = 0;
    for (const one of paths) {
      const part = await readPart(one, { from, to }, context, paths.length > 1);
      length += part.output.length;
      if (length > MAX_CHARACTERS && parts.length > 0) {
        const rest = paths.slice(parts.length).join(", ");
        parts.push({
          output: `Not read, since the result would be too long: ${rest}. Read them in another call.`,
          lines: 0,
        });
        break;
      }
      parts.push(part);
    }
    const isUnchanged = parts.every(({ isRepeated }) => isRepeated);
    const lines = parts.reduce((sum, part) => sum + part.lines, 0);
    const count = plural(lines, "line");
    const summary = paths.length === 1 ? count : `${count} of ${plural(paths.length, "file")}`;
    return { output: parts.map(({ output }) => output).join("\n\n"), summary: isUnchanged ? "unchanged" : summary };
  },
});

type Part = { output: string; lines: number; isRepeated?: true };

async function readPart(
  path: string,
  range: { from?: number; to?: number },
  { pages, isKnown }: Pick<ToolContext, "pages" | "isKnown">,
  isOneOfMany: boolean,
): Promise<Part> {
  let text: string;
  try {
    text = await pages.read(path);
  } catch (error) {
    // The other files of the call are of use without this one.
    if (isOneOfMany && error instanceof ToolRefusal) return { output: error.message, lines: 0 };
    throw error;
  }
  const lines = text.split("\n");
  const { from = 1, to } = range;
  if (from > lines.length) throw new ToolRefusal(`${path} has only ${plural(lines.length, "line")}.`);
  const isLong =
    range.from === undefined && to === undefined && (lines.length > LONG_LINES || text.length > LONG_CHARACTERS);
  const last = Math.min(to ?? (isLong ? FIRST_LINES : lines.length), from + MAX_LINES - 1, lines.length);
  if (last < from) throw new ToolRefusal(`\`to\` (${to}) is before \`from\` (${from}).`);
  const shown = lines.slice(from - 1, last);
  const size = shown.reduce((sum, line) => sum + line.length + 1, 0);
  if (size > MAX_CHARACTERS) {
    throw new ToolRefusal(
      `These lines have ${size} characters. Read at most ${MAX_CHARACTERS} characters per call: set \`from\` and \`to\`.`,
    );
  }
  const head = `${path} (lines ${from}–${last} of ${lines.length})`;
  const numbered = `${head}\n${shown.map((line, index) => `${from + index}\t${line}`).join("\n")}`;
  if (numbered.length > MIN_REPEATED && isKnown("read", numbered)) {
    const output = `${head}: unchanged since you last read these lines. See that result.`;
    return { output, lines: shown.length, isRepeated: true };
  }
  const outline = isLong && last < lines.length ? outlineOf(path, text, last) : "";
  return { output: `${numbered}${outline}`, lines: shown.length };
}

/** The headings behind a line, with the lines they stand on. */
function outlineOf(path: string, text: string, after: number): string {
  const sections = isPageFile(path)
    ? splitSections(text).filter(({ line, heading }) => line > after && heading !== "")
    : [];
  const headings = sections.map(({ line, depth, heading }) => `${line}\t${"#".repeat(depth)} ${heading}`);
  const more = headings.length > MAX_HEADINGS ? [`… and ${headings.length - MAX_HEADINGS} more headings`] : [];
  const listed =
    headings.length > 0 ? ["\n\nHeadings of the rest", ...headings.slice(0, MAX_HEADINGS), ...more] : ["\n"];
  return `${listed.join("\n")}\nThe file is long. Read what you need of the rest with \`from\` and \`to\`.`;
}
