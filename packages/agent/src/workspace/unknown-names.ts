import { isPageFile } from "@docsteward/contract/docs-files";
import { GitError } from "@docsteward/git/error";
import { nullIfRefused } from "@docsteward/git/files/file-text";
import type { SourceFiles } from "@docsteward/git/files/open-source";
import type { Workspace } from "@docsteward/git/workspace";
import { createTimeSlices } from "@docsteward/platform/time-slices";
import { splitName } from "@docsteward/text/lexical/tokenize";
import { createFenceReader, openingFence } from "@docsteward/text/markdown/scanner";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import { type JobSources, NO_SOURCES } from "./job-sources.ts";

/**
 * A flag, a variable or an option that a page has in code and no page of the base has anywhere; with `value`, a default that no
 * line of the base gives to that name.
 */
export type UnknownName = { name: string; value?: string; path: string; line: number };

const MAX_NAMES = 200;
const MAX_PAGES_AT_ONCE = 50;
const MAX_LINE = 2_000;

/**
 * Finds what a job may have invented: flags, environment variables, options and defaults that its branch adds in code spans and
 * code blocks, and that neither a page of the base nor a prompt nor a source names.
 *
 * @returns an empty list also where the base is too large to be read
 */
export async function findUnknownNames(
  workspace: Workspace,
  prompts: readonly string[],
  sources: JobSources = NO_SOURCES,
): Promise<UnknownName[]> {
  const base = workspace.branch?.files ?? workspace.start;
  const changes = [...(workspace.branch?.changes ?? []), ...(await workspace.changes())];
  const paths = [...new Set(changes.map(({ path }) => path))].filter(isPageFile);
  try {
    // What a moved page says stood in the base, too, under its old path.
    const origins = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
    const old = new Set(
      (await base.readMany([...new Set(origins)].filter(isPageFile))).flatMap(({ text }) => text.split(/\r?\n/)),
    );
    const found: UnknownName[] = [];
    for (const { path, text } of await workspace.readMany(paths)) found.push(...namesIn(path, text, old));
    const unknown = new Map<string, UnknownName>();
    for (const one of found) if (unknown.size < MAX_NAMES && !unknown.has(keyOf(one))) unknown.set(keyOf(one), one);
    for (const prompt of prompts) forgetKnown(unknown, prompt);
    const pages = unknown.size === 0 ? [] : (await base.paths()).filter(isPageFile);
    for (let at = 0; at < pages.length && unknown.size > 0; at += MAX_PAGES_AT_ONCE) {
      await forgetAll(
        unknown,
        (await base.readMany(pages.slice(at, at + MAX_PAGES_AT_ONCE))).map(({ text }) => text),
      );
    }
    await forgetInSources(unknown, sources);
    const left = [...unknown.values()];
    const names = new Set(left.flatMap(({ name, value }) => (value === undefined ? [name] : [])));
    // A name that is new itself needs no second line for its default.
    return left.filter(({ name, value }) => value === undefined || !names.has(name));
  } catch (error) {
    if (error instanceof GitError && error.code === "limit_reached") return [];
    throw error;
  }
}

/** Looks for what is left in one source after another. What can't be read knows nothing. */
async function forgetInSources(unknown: Map<string, UnknownName>, sources: JobSources): Promise<void> {
  for (const name of sources.asked()) {
    if (unknown.size === 0) return;
    try {
      await forgetInSource(unknown, await sources.open(name));
    } catch (error) {
      const isRefused = error instanceof ToolRefusal || (error instanceof GitError && error.code !== "unavailable");
      if (!isRefused) throw error;
    }
  }
}

const keyOf = ({ name, value }: Pick<UnknownName, "name" | "value">) =>
  value === undefined ? name : `${name}\n${value}`;

const WORD = /[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*|--[a-z0-9][\w-]*/giu;

/** Takes out what texts name. A page of a megabyte takes a quarter of a second: the worker lives on between two of them. */
export async function forgetAll(unknown: Map<string, UnknownName>, texts: readonly string[]): Promise<void> {
  const sliceOver = createTimeSlices();
  for (const text of texts) {
    forgetKnown(unknown, text);
    await sliceOver();
  }
}

/** Takes out what a text names: a name anywhere in it, a default on a line that has its name, too. */
export function forgetKnown(unknown: Map<string, UnknownName>, text: string): void {
  const valued = [...unknown.values()].filter(({ value }) => value !== undefined);
  const names = new Set(valued.map(({ name }) => name));
  for (const line of text.split(/\r?\n/)) {
    const words = new Set<string>();
    for (const [word] of line.matchAll(WORD)) {
      const name = trimDots(word);
      words.add(name);
      unknown.delete(name);
      // `retry.max-count` also names its parts, and a YAML file names them alone.
      if (name.includes(".")) for (const part of name.split(".")) unknown.delete(part);
      // A shell writes `$CACHE_DIR` for what is set as `CACHE_DIR`.
      if (!name.includes("$")) continue;
      for (const part of name.split("$")) {
        words.add(part);
        unknown.delete(part);
      }
    }
    if (names.size === 0 || ![...words].some((word) => names.has(word))) continue;
    for (const one of valued) {
      if (words.has(one.name) && line.includes(one.value ?? "")) unknown.delete(keyOf(one));
    }
  }
}

function trimDots(word: string): string {
  let end = word.length;
  while (end > 0 && (word[end - 1] === "." || word[end - 1] === "-")) end -= 1;
  return word.slice(0, end);
}

/** The names in the code of a page's lines that are new. */
export function namesIn(path: string, text: string, old: ReadonlySet<string>): UnknownName[] {
  const found: UnknownName[] = [];
  const readFence = createFenceReader("any");
  let isConfig = false;
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const part = readFence(whole);
    if (part === "opening") isConfig = CONFIG.test(whole.slice(openingFence(whole, "any")?.prefix.length));
    if (part === "opening" || part === "closing" || old.has(whole)) continue;
    const line = whole.slice(0, MAX_LINE);
    const place = { path, line: index + 1 };
    if (part === "inside") {
      for (const name of namesInBlock(line, isConfig)) found.push({ name, ...place });
      continue;
    }
    const spans = [...line.matchAll(SPAN)].map(([, code = ""]) => code.trim());
    const names = spans.map(nameOfSpan).filter((name) => name !== null);
    for (const name of names) found.push({ name, ...place });
    for (const { name, value } of defaultsIn(line, spans)) found.push({ name, value, ...place });
  }
  return found;
}

const SPAN = /`([^`\n]{1,200})`/g;
const FLAG = /(?<![\w-])--[a-z][\w-]+/gi;
const VARIABLE = /(?<![\w.-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w-])/g;
const CONFIG = /^[`~]{3,}\s*(?:ya?ml|json[c5]?|toml|ini|properties|env|dotenv|hcl)\b/i;
const KEY = /^\s*(?:-\s+)?["']?([a-z_][\w.-]{2,60})["']?\s*[:=]/i;
/** What documentation writes in place of a reader's own value. */
const PLACEHOLDER = /^(?:YOUR|MY|EXAMPLE|SOME|FOO|BAR|TEST)_/;
/** Placeholders, and names that a language sets. */
const NOT_OURS = /^(?:__|(?:YOUR|MY|EXAMPLE|SOME|FOO|BAR|TEST)_)/;

function namesInBlock(line: string, isConfig: boolean): string[] {
  const key = isConfig ? KEY.exec(line)?.[1] : undefined;
  return [...flagsAndVariables(line), ...(key === undefined ? [] : [key])];
}

function flagsAndVariables(code: string): string[] {
  const flags = [...code.matchAll(FLAG)].map(([flag]) => flag);
  const variables = [...code.matchAll(VARIABLE)].map(([name]) => name).filter((name) => !PLACEHOLDER.test(name));
  return [...flags, ...variables];
}

const NAME = /^[a-z_$][\w$-]*(?:\.[a-z_$][\w$-]*)*$/i;
const FILE =
  /\.(?:mdx?|json[c5]?|ya?ml|toml|[cm]?[jt]sx?|py|go|rs|rb|java|kt|sh|html?|css|txt|lock|env|ini|png|svg|jpe?g|xml|conf|exe|zip|com|org|io|dev|net)$/i;

/** The flag, variable or option that a code span names; null for other code. */
function nameOfSpan(code: string): string | null {
  const [first] = flagsAndVariables(code);
  if (first !== undefined) return first;
  const end = code.search(/[:=]/);
  const name = end > 0 ? code.slice(0, end).trimEnd() : code;
  // A word alone may be anything: an option has a mark inside, or a value behind it.
  const isOption = end > 0 || /[a-z][A-Z]|[_.]/.test(name);
  return isOption && NAME.test(name) && !FILE.test(name) && !NOT_OURS.test(name) ? name : null;
}

const MAX_VALUE = 40;

/** `default: \`30\`` and the like: the value that a line gives to the first name in its code as the default. */
function defaultsIn(line: string, spans: readonly string[]): { name: string; value: string }[] {
  const at = line.search(/\bdefaults?\b/i);
  const [first = ""] = spans;
  const name = flagsAndVariables(first)[0] ?? (NAME.test(first) ? first : undefined);
  if (name === undefined || at < 0) return [];
  const [, value = ""] = /`([^`\n]{1,200})`/.exec(line.slice(at)) ?? [];
  const isValue = value.trim() !== "" && value.length <= MAX_VALUE && value.trim() !== first;
  return isValue ? [{ name, value: value.trim() }] : [];
}

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
async function forgetInSource(unknown: Map<string, Stated>, files: SourceFiles): Promise<void> {
  const patterns = new Map([...unknown.values()].map(({ name }) => [name, patternOf(name)]));
  let batch: Pattern[] = [];
  let length = 0;
  for (const [name, pattern] of patterns) {
    if (pattern === "" || pattern.length > MAX_PATTERN) {
      // It can't be looked for, so nothing is said of it.
      for (const [key, one] of unknown) if (one.name === name) unknown.delete(key);
      continue;
    }
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
  for (const [index, [name, pattern]] of left.entries()) {
    const searchAlone = () =>
      index < MAX_SINGLE ? files.grep(pattern, undefined, { ignoreCase: true }) : NOT_SEARCHED;
    const { matches, isCut } = all.isCut ? await searchAlone() : all;
    const places = matches.filter(({ text }) => spells(text, name));
    if (places.length > 0) await forgetAt(unknown, files, { name, places, isCut });
    // It may be in what was not searched.
    else if (isCut) for (const [key, one] of unknown) if (one.name === name) unknown.delete(key);
  }
}

const NOT_SEARCHED = { matches: [], isCut: true };

type Found = {
  name: string;
  places: readonly { path: string; line: number }[];
  /** There may be more places. */
  isCut: boolean;
};

async function forgetAt(unknown: Map<string, Stated>, files: SourceFiles, found: Found): Promise<void> {
  const { name, places, isCut } = found;
  // A search finds names in files that are no text of ours, too: in another encoding.
  const readOrNull = nullIfRefused(files.read);
  const valued = [...unknown].filter(([, one]) => one.name === name && one.value !== undefined);
  for (const [key, one] of unknown) if (one.name === name && one.value === undefined) unknown.delete(key);
  for (const { path, line } of valued.length === 0 ? [] : places.slice(0, MAX_PLACES)) {
    const lines = (await readOrNull(path))?.text.split("\n") ?? [];
    const near = lines.slice(Math.max(line - 1 - LINES_BEFORE, 0), line + LINES_AFTER).join("\n");
    for (const [key, { value = "" }] of valued) if (near.includes(value)) unknown.delete(key);
  }
  // The default may stand at a place that was not read.
  if (isCut || places.length > MAX_PLACES) for (const [key] of valued) unknown.delete(key);
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
