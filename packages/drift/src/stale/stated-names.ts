import { createFenceReader, readAtxHeading } from "@docsteward/text/markdown/scanner";
import { type NameShape, readNames } from "../names/read-names.ts";

/** A name or path that a page states as a fact of the product. */
export type StatedName = {
  kind: "flag" | "variable" | "option" | "path" | "import";
  key: string;
  written: string;
  page: string;
  line: number;
};

const PAST_WORDS = new Set(
  "remove removed removal moves moved unlike legacy obsolete was were old older breaking until unsupported discontinued dropped".split(
    " ",
  ),
);
const PAST_STEMS = ["deprecat", "rename", "replac", "former", "previous", "migrat", "upgrad"];
const PAST_PHRASES = [" no longer ", " used to ", " prior to ", " instead of ", " not supported "];
const PAST_PAGES =
  "migrat upgrad deprecat removed release whats-new what-s-new changelog updates. -notes history roadmap legacy announc faq comparison alternatives versus -vs-".split(
    " ",
  );
const VERSION = /^v?\d/;

/** Whether a line or heading speaks of the past. */
function speaksOfPast(line: string): boolean {
  const words = line.toLowerCase().split(/[^a-z0-9]+/);
  const isPast = words.some(
    (word, at) =>
      PAST_WORDS.has(word) ||
      PAST_STEMS.some((stem) => word.startsWith(stem)) ||
      ((word === "since" || word === "before") && VERSION.test(words[at + 1] ?? "")),
  );
  const text = ` ${words.join(" ")} `;
  return isPast || PAST_PHRASES.some((phrase) => text.includes(phrase));
}

const PATH = /^(?:\.\/)?(?:[\w@.-]+\/)+[\w.-]+\.[a-z][a-z0-9]{0,5}$/i;
/** Languages of blocks that show commands. */
const SHELLS = new Set([
  "",
  "sh",
  "bash",
  "shell",
  "console",
  "zsh",
  "text",
  "txt",
  "terminal",
  "powershell",
  "cmd",
  "fish",
]);
const MAX_SPAN = 120;

type Line = { text: string; number: number; language: string | null };
type Kind = StatedName["kind"];

/** Reads the flags, environment variables, options and paths that a page states in code, outside of what it says on the past. */
export function readStatedNames(page: string, text: string): StatedName[] {
  if (!isPresentPage(page)) return [];
  return presentLines(text).flatMap(({ text: line, number, language }) => {
    const found: StatedName[] = [];
    const add = (kind: Kind | null, { key, written }: { key: string; written: string }) => {
      if (kind !== null && key.length >= 4) found.push({ kind, key, written, page, line: number });
    };
    if (language === null) for (const span of spansOf(line)) readSpan(span, add);
    else if (SHELLS.has(language)) readNames(line, (name) => add(kindOf(name.shape, false), name));
    return found;
  });
}

/** Whether a page speaks of the present, as far as its path says. */
export function isPresentPage(page: string): boolean {
  const place = page.toLowerCase();
  return !PAST_PAGES.some((part) => place.includes(part));
}

/** The lines of a page that speak of the present; those in blocks come with the language of their block. */
export function presentLines(text: string): Line[] {
  const lines = text.split("\n");
  const arePast = lines.map(speaksOfPast);
  const readFence = createFenceReader("any");
  let language = "";
  let depthOfPast = NO_DEPTH;
  return lines.flatMap((line, at) => {
    const fence = readFence(line);
    if (fence === "opening") language = languageOf(line);
    if (fence === "opening" || fence === "closing") return [];
    const heading = fence === null ? readAtxHeading(line) : null;
    if (heading !== null) {
      if (heading.depth <= depthOfPast) depthOfPast = NO_DEPTH;
      if (depthOfPast === NO_DEPTH && arePast[at]) depthOfPast = heading.depth;
    }
    if (depthOfPast < NO_DEPTH || arePast[at - 1] || arePast[at] || arePast[at + 1]) return [];
    return [{ text: line, number: at + 1, language: fence === null ? null : language }];
  });
}

/** Deeper than any heading. */
const NO_DEPTH = 7;

function languageOf(line: string): string {
  const marks = Math.max(line.lastIndexOf("`"), line.lastIndexOf("~"));
  return (
    line
      .slice(marks + 1)
      .trim()
      .split(/[\s{]/)[0] ?? ""
  ).toLowerCase();
}

const SEPARATORS = /[\s/<>{}()]/;

function readSpan(span: string, add: (kind: Kind | null, name: { key: string; written: string }) => void): void {
  if (PATH.test(span)) {
    const path = span.replace(/^\.\//, "");
    // A file without a folder may be one of the reader's.
    if (path.includes("/")) add("path", { key: path, written: span });
    return;
  }
  const call = span.endsWith("()") ? span.slice(0, -2) : span;
  const value = call.search(/[=:]/);
  const size = (value < 0 ? call : call.slice(0, value)).length;
  const isOne = !SEPARATORS.test(call);
  readNames(span, (name) => {
    const dashes = name.shape === "flag" ? 2 : 0;
    add(isOne ? kindOf(name.shape, name.end - name.start + dashes >= size) : kindOf(name.shape, false, true), name);
  });
}

function kindOf(shape: NameShape, isWhole: boolean, onlyFlags = false): Kind | null {
  if (shape === "flag") return "flag";
  if (onlyFlags) return null;
  if (shape === "constant") return "variable";
  return shape === "compound" && isWhole ? "option" : null;
}

function spansOf(line: string): string[] {
  const parts = line.split("`");
  return parts.filter((part, at) => at % 2 === 1 && at < parts.length - 1 && part !== "" && part.length <= MAX_SPAN);
}
