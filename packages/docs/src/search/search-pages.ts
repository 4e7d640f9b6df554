import { lengthDamper, saturate } from "@docsteward/text/lexical/bm25";
import { splitSections } from "@docsteward/text/markdown/sections";
import type { DocsReader } from "../docs-reader.ts";
import { readFrontmatter } from "../page/read-frontmatter.ts";
import { describe } from "../page/read-outline.ts";
import { findCandidates } from "./candidates.ts";
import { queryTerms, termsOf } from "./terms.ts";

/** A page that a search found, with its best passage. */
export type SearchResult = {
  path: string;
  title: string;
  /** Heading of the best passage; the title where it stands above the first heading. */
  heading: string;
  excerpt: string;
  score: number;
};

const NAMED_BY_TITLE = 1.5;
const BEGINNING = 0.45;
const K1 = 1.2;
const B = 0.7;

/**
 * Finds the pages that speak of a query, best first, one passage a page: BM25 over passages, with more weight on headings,
 * titles and paths. Knows camelCase and snake_case names by their parts, the beginning of words, and one wrong letter.
 *
 * Keeps nothing: it always answers from the pages as they are now.
 */
export async function searchPages(reader: DocsReader, query: string, limit = 10): Promise<SearchResult[]> {
  const { terms, rarity, pages } = await findCandidates(reader, queryTerms(query));
  const passages = pages.flatMap(passagesOf);
  const averageLength = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(passages.length, 1);
  const best = new Map<string, { passage: Passage; score: number }>();
  for (const passage of passages) {
    const score = scoreOf(passage, terms, rarity, averageLength);
    if (score > (best.get(passage.path)?.score ?? 0)) best.set(passage.path, { passage, score });
  }
  return [...best.values()]
    .sort((a, b) => b.score - a.score || (a.passage.path < b.passage.path ? -1 : 1))
    .slice(0, limit)
    .map(({ passage: { path, title, heading, text }, score }) => {
      return { path, title, heading, excerpt: excerptOf(text, terms), score: Math.round(score * 100) / 100 };
    });
}

/** A passage that has more of the terms counts for more than their sum. */
function scoreOf(
  passage: Passage,
  terms: string[],
  rarity: ReadonlyMap<string, number>,
  averageLength: number,
): number {
  let sum = 0;
  let matched = 0;
  for (const term of terms) {
    const count = passage.terms.get(term) ?? BEGINNING * countBeginnings(passage, term);
    if (count === 0) continue;
    matched++;
    const damper = lengthDamper(passage.length, averageLength, { saturation: K1, damping: B });
    sum += (rarity.get(term) ?? 0) * saturate(count, K1, damper);
  }
  const isNamed = matched > 0 && namesAll(passage.title, terms);
  return sum * (0.4 + (0.6 * matched) / Math.max(terms.length, 1)) * (isNamed ? NAMED_BY_TITLE : 1);
}

function countBeginnings({ terms }: Passage, beginning: string): number {
  if (beginning.length < 3) return 0;
  let most = 0;
  for (const [term, count] of terms) if (count > most && term.startsWith(beginning)) most = count;
  return most;
}

function namesAll(title: string, terms: string[]): boolean {
  const words = new Set(termsOf(title));
  return terms.every((term) => words.has(term));
}

const MAX_CHARACTERS = 260;

/** The part of a passage that says most about the terms, in one line. */
function excerptOf(text: string, terms: string[]): string {
  const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const hits = (line: string) => {
    const words = termsOf(line);
    return terms.filter((term) => words.some((word) => word.startsWith(term))).length;
  };
  let best = { index: lines.findIndex((line) => line !== ""), hits: 0 };
  for (const [index, line] of lines.entries()) {
    const count = hits(line);
    if (count > best.hits) best = { index, hits: count };
  }
  const joined = lines.slice(Math.max(best.index, 0)).filter(Boolean).join(" ");
  const lower = joined.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : -1;
  const from = first > MAX_CHARACTERS - 60 ? joined.lastIndexOf(" ", first - 80) + 1 : 0;
  const cut = joined.slice(from, from + MAX_CHARACTERS);
  return `${from > 0 ? "…" : ""}${cut}${from + MAX_CHARACTERS < joined.length ? "…" : ""}`;
}

type Passage = {
  path: string;
  title: string;
  heading: string;
  text: string;
  /** In terms. */
  length: number;
  /** Its terms with their counts, those of heading, title and path counting for more. */
  terms: Map<string, number>;
};

const WEIGHT = { body: 1, heading: 3, title: 2.5, path: 1.5 };
const MAX_PASSAGE_CHARACTERS = 2_500;
/** The title is read again with each passage. */
const MAX_TITLE = 500;
/** Headings above are read again with each passage below them. */
const MAX_ABOVE = 500;
/** Shorter passages count as this long, or every stub would beat the page that explains. */
const MIN_LENGTH = 30;

/** Cuts a page at its headings, and long sections between paragraphs, and counts the terms of each piece. */
function passagesOf({ path, text }: { path: string; text: string }): Passage[] {
  const passages: Passage[] = [];
  const frontmatter = readFrontmatter(text);
  const { title, description } = describe(frontmatter);
  const shown = (title ?? path).slice(0, MAX_TITLE);
  const add = (heading: string, body: string, above = "") =>
    passages.push(passage(path, shown, heading || shown, body, above));
  if (description) add(shown, description);
  let above = "";
  for (const { heading, text: body } of splitSections(frontmatter.body)) {
    // A heading with nothing but further headings below it is told by the first of them.
    if (body.trim() === "") above = `${above} ${heading}`.slice(-MAX_ABOVE);
    else {
      for (const piece of pieces(body)) add(heading, piece, above);
      above = "";
    }
  }
  if (above !== "" || passages.length === 0) add(above.trim(), "");
  return passages;
}

function passage(path: string, title: string, heading: string, text: string, above: string): Passage {
  const body = termsOf(text);
  const fields = {
    body,
    heading: termsOf(`${above} ${heading}`),
    title: termsOf(title),
    path: termsOf(path.replace(/\.mdx?$/i, "")),
  };
  const terms = new Map<string, number>();
  for (const [field, words] of Object.entries(fields) as [keyof typeof WEIGHT, string[]][])
    for (const word of words) terms.set(word, (terms.get(word) ?? 0) + WEIGHT[field]);
  return { path, title, heading, text, length: Math.max(body.length, MIN_LENGTH), terms };
}

function pieces(text: string): string[] {
  const found: string[] = [""];
  for (const paragraph of text.split(/\n\s*\n/)) {
    const last = found[found.length - 1] ?? "";
    if (last !== "" && last.length + paragraph.length > MAX_PASSAGE_CHARACTERS) found.push(paragraph);
    else found[found.length - 1] = last === "" ? paragraph : `${last}\n\n${paragraph}`;
  }
  return found;
}
