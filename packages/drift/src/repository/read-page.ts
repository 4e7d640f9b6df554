import { createFenceReader } from "@docsteward/text/markdown/scanner";
import { readNames } from "../names/read-names.ts";

/** How a page uses a name, as counts by place. */
export type Mention = {
  /** In all places. */
  count: number;
  /** Where the page defines it: a heading, the first cell of a row, the start of a list item. */
  definitions: number;
  /** In code: a span or a block. */
  inCode: number;
  /** The first lines, counted from 1; those in code come first. */
  lines: number[];
};

/** A page, as names and phrases. */
export type PageNames = {
  text: string;
  lines: string[];
  title: string;
  names: Map<string, Mention>;
  /** Single words of the text, in lower case, with how often they occur. */
  words: Map<string, number>;
  /** Hashes of all runs of four words. */
  phrases: Set<number>;
  length: number;
};

const MAX_LINES = 12;

/** Reads a page line by line. Single words count as names only in code, headings and first cells. */
export function readPage(text: string): PageNames {
  const lines = text.split("\n");
  const page: PageNames = { text, lines, title: "", names: new Map(), words: new Map(), phrases: new Set(), length: 0 };
  const readFence = createFenceReader("any");
  const roll = createPhraseReader((hash) => page.phrases.add(hash));
  let number = 0;
  for (const line of lines) {
    number += 1;
    const fence = readFence(line);
    if (fence === "closing") continue;
    const isBlock = fence !== null;
    const start = isBlock ? -1 : definitionStart(line);
    const isHeading = start >= 0 && line.charCodeAt(start) === 35;
    if (isHeading && page.title === "") page.title = line.slice(start).trim();
    const spans = isBlock ? null : codeSpans(line);
    const firstSpan = spans?.[0];
    let span = 0;
    readNames(line, (name) => {
      page.length += 1;
      while (spans?.[span] !== undefined && (spans[span]?.[1] ?? 0) < name.end) span += 1;
      const isSpan = (spans?.[span]?.[0] ?? line.length) <= name.start;
      const isDefinition =
        isHeading ||
        (start >= 0 && firstSpan !== undefined && firstSpan[0] <= start + 3 && isSpan && name.start < firstSpan[1]);
      addName(page.names, name.key, {
        number,
        isCode: isBlock || isSpan,
        isDefinition,
        counts: isBlock || isSpan || isHeading || name.shape !== "word",
      });
      for (const part of name.key.split("-")) {
        page.words.set(part, (page.words.get(part) ?? 0) + 1);
        roll(part);
      }
    });
  }
  return page;
}

type Place = { number: number; isCode: boolean; isDefinition: boolean; counts: boolean };

function addName(names: Map<string, Mention>, key: string, { number, isCode, isDefinition, counts }: Place): void {
  if (!counts) return;
  const found = names.get(key);
  const mention = found ?? { count: 0, definitions: 0, inCode: 0, lines: [] };
  if (!found) names.set(key, mention);
  mention.count += 1;
  if (isDefinition) mention.definitions += 1;
  if (isCode) mention.inCode += 1;
  if (mention.lines.length < MAX_LINES && mention.lines.at(-1) !== number) mention.lines.push(number);
}

const BLANK = /[\s>]*/y;

/** Where what a line defines begins: behind the marks of a heading, list item or row; -1 for other lines. */
function definitionStart(line: string): number {
  BLANK.lastIndex = 0;
  BLANK.test(line);
  const at = BLANK.lastIndex;
  const char = line[at];
  if (char === "#") return at;
  if (char === "|") return at;
  if ((char === "-" || char === "*" || char === "+") && line[at + 1] === " ") return at;
  if (char === "`" || (char === "<" && line.startsWith("code", at + 1))) return at;
  return -1;
}

/** Places of code spans in a line, in one pass. */
function codeSpans(line: string): [from: number, to: number][] {
  const spans: [number, number][] = [];
  let open = -1;
  for (let at = line.indexOf("`"); at >= 0; at = line.indexOf("`", at + 1)) {
    if (open < 0) open = at;
    else {
      if (at > open + 1) spans.push([open, at]);
      open = -1;
    }
  }
  return spans;
}

/** Gives the hash of each run of four words, as they come. */
export function createPhraseReader(onPhrase: (hash: number) => void): (word: string) => void {
  const last = [0, 0, 0, 0];
  let seen = 0;
  return (word) => {
    last.shift();
    last.push(hashOf(word));
    seen += 1;
    if (seen < 4) return;
    let hash = 17;
    for (const one of last) hash = (Math.imul(hash, 31) + one) | 0;
    onPhrase(hash);
  };
}

function hashOf(word: string): number {
  let hash = 7;
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 33) ^ word.charCodeAt(at)) | 0;
  return hash;
}
