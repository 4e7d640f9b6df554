import { readFrontmatter } from "./page/read-frontmatter.ts";
import { describe } from "./page/read-outline.ts";
import { scanSections } from "./page/scan-sections.ts";
import { excerptOf } from "./search/excerpt.ts";
import { closeTerms, queryTerms, termsOf } from "./search/terms.ts";

export type SearchResult = {
  path: string;
  title: string;
  /** Heading of the best passage; the title where it stands above the first heading. */
  heading: string;
  excerpt: string;
  score: number;
};

/** An index of pages, made by {@link indexPages}. */
export type PageIndex = {
  passages: { path: string; title: string; heading: string; text: string; length: number }[];
  /** For each term the passages that have it, with its weighted count. */
  postings: Map<string, Map<number, number>>;
  averageLength: number;
};

const WEIGHT = { body: 1, heading: 3, title: 2.5, path: 1.5 };
const MAX_PASSAGE_CHARACTERS = 2_500;
/** Terms; shorter passages count as this long, or every stub would beat the page that explains. */
const MIN_LENGTH = 30;
const NAMED_BY_TITLE = 1.5;
const K1 = 1.2;
const B = 0.7;

/** Cuts pages at their headings and indexes the passages. About a second for 2,000 pages; keep the result. */
export function indexPages(pages: { path: string; text: string }[]): PageIndex {
  const index: PageIndex = { passages: [], postings: new Map(), averageLength: 1 };
  for (const { path, text } of pages) {
    const frontmatter = readFrontmatter(text);
    const { title, description } = describe(frontmatter);
    const shown = title ?? path;
    if (description) addPassage(index, path, shown, shown, description);
    let above = "";
    for (const { heading, text: body } of scanSections(frontmatter.body)) {
      // A heading with nothing but further headings below it is told by the first of them.
      if (body.trim() === "") above = `${above} ${heading}`;
      else for (const piece of pieces(body)) addPassage(index, path, shown, heading || shown, piece, above);
      if (body.trim() !== "") above = "";
    }
    if (above !== "") addPassage(index, path, shown, above.trim(), "");
  }
  const total = index.passages.reduce((sum, { length }) => sum + length, 0);
  index.averageLength = Math.max(total / Math.max(index.passages.length, 1), 1);
  return index;
}

function addPassage(index: PageIndex, path: string, title: string, heading: string, text: string, above = ""): void {
  const id = index.passages.length;
  const body = termsOf(text);
  index.passages.push({ path, title, heading, text, length: Math.max(body.length, MIN_LENGTH) });
  const fields = {
    body,
    heading: termsOf(`${above} ${heading}`),
    title: termsOf(title),
    path: termsOf(path.replace(/\.mdx?$/i, "")),
  };
  for (const [field, terms] of Object.entries(fields) as [keyof typeof WEIGHT, string[]][]) {
    for (const term of terms) {
      const counts = index.postings.get(term) ?? new Map<number, number>();
      counts.set(id, (counts.get(id) ?? 0) + WEIGHT[field]);
      index.postings.set(term, counts);
    }
  }
}

/**
 * Finds the pages that speak of a query, best first, one passage a page: BM25 over passages, with more weight on headings,
 * titles and paths. Knows camelCase and snake_case names by their parts, the beginning of words, and one wrong letter.
 */
export function searchPages(index: PageIndex, query: string, limit = 10): SearchResult[] {
  const terms = queryTerms(query);
  const scores = new Map<number, number>();
  const matched = new Map<number, number>();
  for (const term of terms) {
    const best = new Map<number, number>();
    for (const { term: close, weight } of closeTerms(term, index.postings)) {
      for (const [id, count] of index.postings.get(close) ?? [])
        best.set(
          id,
          Math.max(best.get(id) ?? 0, weight * bm25(index, id, count, index.postings.get(close)?.size ?? 1)),
        );
    }
    for (const [id, score] of best) {
      scores.set(id, (scores.get(id) ?? 0) + score);
      matched.set(id, (matched.get(id) ?? 0) + 1);
    }
  }
  const pages = new Map<string, { id: number; score: number }>();
  for (const [id, sum] of scores) {
    const path = index.passages[id]?.path ?? "";
    const coverage = 0.4 + (0.6 * (matched.get(id) ?? 0)) / terms.length;
    const score = sum * coverage * (isNamed(index.passages[id]?.title ?? "", terms) ? NAMED_BY_TITLE : 1);
    if (score > (pages.get(path)?.score ?? 0)) pages.set(path, { id, score });
  }
  const ranked = [...pages].sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1)).slice(0, limit);
  return ranked.flatMap(([path, { id, score }]) => {
    const passage = index.passages[id];
    if (!passage) return [];
    const { title, heading, text } = passage;
    return [{ path, title, heading, excerpt: excerptOf(text, terms), score: Math.round(score * 100) / 100 }];
  });
}

function isNamed(title: string, terms: string[]): boolean {
  const words = new Set(termsOf(title));
  return terms.every((term) => words.has(term));
}

function bm25({ passages, averageLength }: PageIndex, id: number, count: number, documents: number): number {
  const length = passages[id]?.length ?? averageLength;
  const idf = Math.log(1 + (passages.length - documents + 0.5) / (documents + 0.5));
  return (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
}

/** Cuts a long section between paragraphs. */
function pieces(text: string): string[] {
  const found: string[] = [""];
  for (const paragraph of text.split(/\n\s*\n/)) {
    const last = found[found.length - 1] ?? "";
    if (last !== "" && last.length + paragraph.length > MAX_PASSAGE_CHARACTERS) found.push(paragraph);
    else found[found.length - 1] = last === "" ? paragraph : `${last}\n\n${paragraph}`;
  }
  return found;
}
