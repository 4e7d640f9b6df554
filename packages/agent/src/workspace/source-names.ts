import { nullIfRefused } from "@docsteward/git/files/file-text";
import type { SourceFiles } from "@docsteward/git/files/open-source";
import { splitName } from "@docsteward/text/lexical/tokenize";

/** A name that a page states, or with `value` a default of one. */
type Stated = { name: string; value?: string };

/** Names that one search looks for, and the length of its pattern: a longer one is refused. */
const NAMES_AT_ONCE = 20;
const MAX_PATTERN = 1_500;
/** Names that are looked for one by one, where the search for all of them is cut. */
const MAX_SINGLE = 20;
/** Places of a name at which its default is looked for. */
const MAX_PLACES = 20;
const LINES_BEFORE = 1;
const LINES_AFTER = 3;

/**
 * Takes out what a source names, in any spelling: `--max-retries` is `maxRetries` and `MAX_RETRIES` in code. A default is known where
 * it stands within some lines of its name.
 */
export async function forgetInSource(unknown: Map<string, Stated>, files: SourceFiles): Promise<void> {
  const patterns = new Map([...unknown.values()].map(({ name }) => [name, patternOf(name)]));
  let batch: Pattern[] = [];
  let length = 0;
  for (const [name, pattern] of patterns) {
    if (pattern === "" || pattern.length > MAX_PATTERN) continue;
    length += pattern.length + 1;
    if (length > MAX_PATTERN || batch.length === NAMES_AT_ONCE) {
      await forgetBatch(unknown, files, batch);
      [batch, length] = [[], pattern.length];
    }
    batch.push([name, pattern]);
  }
  if (batch.length > 0) await forgetBatch(unknown, files, batch);
}

type Pattern = readonly [name: string, pattern: string];

async function forgetBatch(
  unknown: Map<string, Stated>,
  files: SourceFiles,
  patterns: readonly Pattern[],
): Promise<void> {
  const together = [...new Set(patterns.map(([, pattern]) => pattern))].join("|");
  const all = await files.grep(together, undefined, { ignoreCase: true });
  let left = [...patterns];
  if (!all.isCut) left = left.filter(([name]) => all.matches.some(({ text }) => spells(text, name)));
  for (const [name, pattern] of left.slice(0, all.isCut ? MAX_SINGLE : left.length)) {
    const { matches } = all.isCut ? await files.grep(pattern, undefined, { ignoreCase: true }) : all;
    const places = matches.filter(({ text }) => spells(text, name));
    if (places.length > 0) await forgetAt(unknown, files, { name, places });
  }
}

type Found = { name: string; places: readonly { path: string; line: number }[] };

async function forgetAt(unknown: Map<string, Stated>, files: SourceFiles, { name, places }: Found): Promise<void> {
  // A search finds names in files that are no text of ours, too: in another encoding.
  const readOrNull = nullIfRefused(files.read);
  const valued = [...unknown].filter(([, one]) => one.name === name && one.value !== undefined);
  for (const [key, one] of unknown) if (one.name === name && one.value === undefined) unknown.delete(key);
  for (const { path, line } of valued.length === 0 ? [] : places.slice(0, MAX_PLACES)) {
    const lines = (await readOrNull(path))?.text.split("\n") ?? [];
    const near = lines.slice(Math.max(line - 1 - LINES_BEFORE, 0), line + LINES_AFTER).join("\n");
    for (const [key, { value = "" }] of valued) if (near.includes(value)) unknown.delete(key);
  }
}

const partsOf = (name: string) => splitName(name).map((part) => part.toLowerCase());

/** An extended regular expression that finds at least every spelling of a name. */
function patternOf(name: string): string {
  return partsOf(name)
    .map((part) => part.replace(/[[\]*^$+?(){}|\\.]/g, "\\$&"))
    .join("[-_. ]?");
}

/** Whether a line has the name in some spelling, and not only as a part of a longer word. */
function spells(line: string, name: string): boolean {
  const wanted = partsOf(name);
  const words = splitName(line.replace(/[^\p{L}\p{N}_.$@:/\\-]+/gu, " ")).map((part) => part.toLowerCase());
  const joined = wanted.join("");
  return words.some((word, at) => word === joined || wanted.every((part, index) => words[at + index] === part));
}
