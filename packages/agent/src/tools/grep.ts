import { trimSlashes } from "@docsteward/platform/cut-text";
import { compileGlob, explainGlob } from "@docsteward/platform/glob";
import { z } from "zod";
import type { JobPages } from "../workspace/job-pages.ts";
import { filterPaths } from "./find-files.ts";
import { plural } from "./plural.ts";
import { defineTool, pagePath, type ToolResult } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_CHARACTERS = 60_000;
const MAX_CONTEXT = 10;

const Globs = z.union([z.string(), z.array(z.string()).max(20)]).optional();

const GrepInput = z.object({
  pattern: z.string().min(1).max(1000),
  path: pagePath().optional().describe("A file or a folder."),
  glob: Globs.describe("Only files that match, e.g. `docs/**/*.mdx`."),
  exclude: Globs.describe("No files that match, e.g. `{fr,ja}/**`."),
  ignoreCase: z.boolean().optional(),
  context: z.int().min(0).max(MAX_CONTEXT).optional().describe("Lines to show before and after each match."),
  filesOnly: z.boolean().optional().describe("Lists the files and how many lines match, without the lines."),
});

type GrepInput = z.infer<typeof GrepInput>;

export const grepTool = defineTool({
  name: "grep",
  description:
    "Searches all pages and navigation files, or those below `path`, line by line for an extended regular expression. Includes your edits. Matches come as `path:line:text`, lines around them as `line-text`. You may edit the lines shown without reading the file. Returns at most 200 matches, and 40 of a file where several match.",
  input: GrepInput,
  mutates: false,
  marksRead: true,
  announce: ({ pattern, path }) => `Search for ${pattern}${path ? ` in ${path}` : ""}`,
  async run(given, { pages }) {
    const source = sourceOf(given, pages);
    const input =
      source === null ? given : { ...given, path: given.path ?? `@${source}`, ...withoutSource(given, source) };
    const place = input.path === undefined ? undefined : trimSlashes(input.path);
    if (place !== undefined && place !== "" && place !== ".") await pages.requireReadable(place);
    const options = { ignoreCase: input.ignoreCase, isWanted: readGlobs(input) };
    const result = input.filesOnly ? await listFiles(input, options, pages) : await listMatches(input, options, pages);
    if (result === null && source === null) await requireSearched(input, options, pages);
    return result ?? { output: "No matches.", summary: "no matches" };
  },
});

/** Refuses globs that match only files which no search looks into: "no matches" would be false of them. */
async function requireSearched({ path, glob, exclude }: GrepInput, { isWanted }: Options, pages: JobPages) {
  if (glob === undefined && exclude === undefined) return;
  const place = path === undefined || path === "." ? "" : trimSlashes(path);
  const below = (await pages.paths()).filter((one) => place === "" || one === place || one.startsWith(`${place}/`));
  if ((await filterPaths(below, isWanted)).length > 0) return;
  throw new ToolRefusal(
    "Nothing was searched: no page or navigation file matches `path`, `glob` and `exclude` together. Other files can't be read.",
  );
}

/** What git found was more than it may return, and none of it is in a file that is wanted. */
const cutBeforeMatch = () =>
  new ToolRefusal(
    "The pattern has too many matches in other files. Set `path` to a folder or a file, or be more exact.",
  );

/** The source that a search is in: by its path, or by globs that all begin with it. */
function sourceOf({ path, glob }: GrepInput, { sources }: JobPages): string | null {
  if (path !== undefined) return sources.find(path)?.name ?? null;
  const names = new Set((glob === undefined ? [] : [glob].flat()).map((one) => sources.find(one)?.name ?? null));
  const [name = null] = names;
  if (names.size > 1) throw new ToolRefusal("Search one source per call: set `path` to `@name`.");
  return name;
}

/** Globs as the files of a source are named inside it. */
function withoutSource({ glob, exclude }: GrepInput, name: string): Pick<GrepInput, "glob" | "exclude"> {
  const start = `@${name}/`;
  const cut = (globs: GrepInput["glob"]) =>
    globs === undefined
      ? undefined
      : [globs].flat().map((one) => (one.startsWith(start) ? one.slice(start.length) : one));
  return { glob: cut(glob), exclude: cut(exclude) };
}

type Options = { ignoreCase: boolean | undefined; isWanted: (path: string) => boolean };

function readGlobs({ glob, exclude }: GrepInput): (path: string) => boolean {
  const compile = (globs: GrepInput["glob"]) =>
    (globs === undefined ? [] : [globs].flat()).map((pattern) => {
      const unclear = explainGlob(pattern);
      if (unclear !== null) throw new ToolRefusal(unclear);
      // A pattern without a folder names files anywhere, as it does in other tools.
      return compileGlob(pattern.includes("/") ? pattern : `**/${pattern}`);
    });
  const [wanted, unwanted] = [compile(glob), compile(exclude)];
  const known = new Map<string, boolean>();
  return (path) => {
    const answer =
      known.get(path) ?? ((wanted.length === 0 || wanted.some((is) => is(path))) && !unwanted.some((is) => is(path)));
    known.set(path, answer);
    return answer;
  };
}

/** Null when no file has a match. */
async function listFiles(input: GrepInput, options: Options, pages: JobPages): Promise<ToolResult | null> {
  const { files, isCut } = await pages.grepFiles(input.pattern, input.path, options);
  if (files.length === 0 && isCut) throw cutBeforeMatch();
  if (files.length === 0) return null;
  const count = plural(files.length, "file");
  const lines = files.map(({ path, matches }) => `${path}: ${plural(matches, "line")}`);
  return { output: [...lines, isCut ? `The list is cut. ${NARROW}` : count].join("\n"), summary: count };
}

const NARROW = "Narrow the search with `path`, `glob` or `exclude`.";

/** Null when there are none. */
async function listMatches(input: GrepInput, options: Options, pages: JobPages): Promise<ToolResult | null> {
  const { matches, more, isCut } = await pages.grep(input.pattern, input.path, options);
  const others = new Map(more.map((file) => [file.path, file.matches]));
  if (matches.length === 0 && isCut) throw cutBeforeMatch();
  if (matches.length === 0) return null;
  const byFile = Map.groupBy(matches, ({ path }) => path);
  const blocks: string[] = [];
  let length = 0;
  let shownFiles = 0;
  for (const [path, found] of byFile) {
    const block = input.context ? await withContext(pages, path, found, input.context) : found.map(toShownLine);
    length += block.reduce((sum, { text, sign }) => sum + text.length + (sign === ":" ? path.length : 0) + 8, 0);
    if (length > MAX_CHARACTERS && shownFiles > 0) break;
    shownFiles += 1;
    pages.markShown(
      path,
      block.flatMap(({ text, isWhole }) => (isWhole ? [text] : [])),
    );
    blocks.push(
      block
        .map(({ line, text, sign }) => (sign === "" ? "--" : `${sign === ":" ? `${path}:` : ""}${line}${sign}${text}`))
        .concat(others.has(path) ? [`… and ${plural(others.get(path) ?? 0, "more line")} in ${path}`] : [])
        .join("\n"),
    );
  }
  const summary = `${plural(matches.length, "match", "matches")} in ${plural(byFile.size, "file")}`;
  const rest = byFile.size - shownFiles;
  const note = isCut
    ? `Only the first ${matches.length} matches are listed. ${NARROW}`
    : rest > 0
      ? `${summary}. ${plural(rest, "file")} not shown. ${NARROW}`
      : `${summary}.`;
  return { output: [...blocks, note].join("\n\n"), summary };
}

/** `sign` is `:` for a match, `-` for a line around one, and empty between parts of a file. */
type ShownLine = { line: number; text: string; sign: ":" | "-" | ""; isWhole: boolean };

/** Longer lines are cut. */
const MAX_LINE = 500;

const toShownLine = ({ line, text }: { line: number; text: string }): ShownLine => ({
  line,
  text,
  sign: ":",
  isWhole: text.length <= MAX_LINE,
});

async function withContext(
  pages: JobPages,
  path: string,
  matches: readonly { line: number; text: string }[],
  context: number,
): Promise<ShownLine[]> {
  const text = await pages.peek(path);
  if (text === null) return matches.map(toShownLine);
  const lines = text.split("\n");
  const hits = new Set(matches.map(({ line }) => line));
  const shown: ShownLine[] = [];
  let last = 0;
  for (const { line } of matches) {
    const from = Math.max(line - context, last + 1, 1);
    if (last > 0 && from > last + 1) shown.push({ line: 0, text: "", sign: "", isWhole: false });
    for (let at = from; at <= Math.min(line + context, lines.length); at += 1) {
      const text = (lines[at - 1] ?? "").replace(/\r$/, "");
      const isWhole = text.length <= MAX_LINE;
      shown.push({
        line: at,
        text: isWhole ? text : `${text.slice(0, MAX_LINE)}…`,
        sign: hits.has(at) ? ":" : "-",
        isWhole,
      });
      last = at;
    }
  }
  return shown;
}
