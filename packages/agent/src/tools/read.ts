import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_LINES = 2000;
const MAX_CHARACTERS = 100_000;
/** Less than this is said again: the note would save nothing. */
const MIN_REPEATED = 300;

export const readTool = defineTool({
  name: "read",
  description: "Reads a file, or the lines `from` to `to` (1-based, inclusive). Returned verbatim.",
  input: z.object({ path: z.string(), from: z.int().min(1).optional(), to: z.int().min(1).optional() }),
  mutates: false,
  announce: ({ path, from, to }) => `Read ${path}${from || to ? ` lines ${from ?? 1}–${to ?? "end"}` : ""}`,
  async run({ path, from = 1, to }, { pages, isKnown }) {
    const lines = (await pages.read(path)).split("\n");
    if (from > lines.length) throw new ToolRefusal(`${path} has only ${plural(lines.length, "line")}.`);
    const last = Math.min(to ?? lines.length, from + MAX_LINES - 1, lines.length);
    if (last < from) throw new ToolRefusal(`\`to\` (${to}) is before \`from\` (${from}).`);
    const text = lines.slice(from - 1, last).join("\n");
    if (text.length > MAX_CHARACTERS) {
      throw new ToolRefusal(
        `These lines have ${text.length} characters. Read at most ${MAX_CHARACTERS} characters per call: set \`from\` and \`to\`.`,
      );
    }
    const output = { path, from, to: last, totalLines: lines.length, text };
    if (text.length > MIN_REPEATED && isKnown("read", output)) {
      const unchanged = "Unchanged since you last read these lines. See that result.";
      return { output: { path, from, to: last, totalLines: lines.length, unchanged }, summary: "unchanged" };
    }
    return { output, summary: plural(last - from + 1, "line") };
  },
});
