import type { SourceFiles } from "@docsteward/git/files/open-source";
import { splitName } from "@docsteward/text/lexical/tokenize";

/** A name that a page states, or with `value` a default of one. */
type Stated = { name: string; value?: string };

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
  const all = await files.grep([...new Set(patterns.values())].join("|"), undefined, { ignoreCase: true });
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
  const valued = [...unknown].filter(([, one]) => one.name === name && one.value !== undefined);
  for (const [key, one] of unknown) if (one.name === name && one.value === undefined) unknown.delete(key);
  for (const { path, line } of valued.length === 0 ? [] : places.slice(0, MAX_PLACES)) {
    const lines = (await files.read(path))?.text.split("\n") ?? [];
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
