import { isPageFile } from "@docsteward/contract/docs-files";
import { lengthDamper, saturate } from "@docsteward/text/lexical/bm25";
import { splitSections } from "@docsteward/text/markdown/sections";
import type { DocsReader } from "../docs-reader.ts";
import { readFrontmatter } from "../page/read-frontmatter.ts";
import { describe } from "../page/read-outline.ts";
import { type Candidate, fileNamesIn, findCandidates, queryTerms, termsOf } from "./candidates.ts";
import { type GroupedPage, groupPages, type PageGroups } from "./page-groups.ts";

/** A page that a search found, with its best passage. */
export type SearchResult = {
  path: string;
  title: string;
  /** Heading of the best passage; the title where it stands above the first heading. */
  heading: string;
  excerpt: string;
  score: number;
  /** Null for the site's own language. */
  language: string | null;
  version: string | null;
  /** Translations and versions of the page. */
  alsoIn: GroupedPage[];
};

/** Which pages a search looks at. */
export type SearchFilter = {
  /** A folder or a page. */
  path?: string;
  language?: string;
  version?: string;
};

type SearchOptions = {
  filter?: SearchFilter;
  base?: DocsReader;
  /** What the history of a page adds to its score, as a share of the best score: {@link likelyPages}. */
  likely?: ReadonlyMap<string, number>;
};

/** What a title adds that has all terms and nothing else. */
const NAMED_BY_TITLE = 0.6;
const BEGINNING = 0.45;
const K1 = 1.2;
const B = 0.7;
const MAX_CANDIDATES = 60;
/** Share of a page's score that comes from its best passage. */
const PASSAGE = 0.7;
/** Posts and release notes tell of everything once, and are rarely what has to change. */
const DATED = /(?:^|\/)(?:blog|posts?|news|changelogs?|release-?notes|releases|whats-new)(?:[/._-]|$)/i;
const DATED_WEIGHT = 0.75;
const DATED_TERMS: ReadonlySet<string> = new Set(
  "blog post changelog release announcement announce new news".split(" "),
);
/** An original that scores nearly as well as a translation or version of it stands for the group. */
const NEARLY = 0.8;

/**
 * Finds the pages that speak of a query, best first: BM25 over pages and over their passages, with more weight on headings,
 * titles and paths. Knows camelCase and snake_case names by their parts, the beginning of words, and one wrong letter.
 *
 * Translations and versions of a page are one result, as far as the site's configuration is known: that which is code is read
 * from `base`. Always answers from the pages as they are now: a text is kept by its name alone, see `DocsReader.identify`.
 */
export async function searchPages(
  reader: DocsReader,
  query: string,
  limit = 10,
  { filter = {}, base = reader, likely = new Map() }: SearchOptions = {},
): Promise<SearchResult[]> {
  const all = await reader.paths();
  const groups = await groupPages(reader, all, base);
  const paths = all.filter((path) => isPageFile(path) && isWanted(path, groups, filter));
  const found = await findCandidates(reader, paths, queryTerms(query), fileNamesIn(query));
  const likelyOf = (path: string) =>
    likely.size === 0 ? 0 : Math.max(...groups.pagesOf(groups.groupOf(path)).map((one) => likely.get(one) ?? 0), 0);
  const candidates = likeliest(bestOfGroups(found.pages, groups), likelyOf).slice(0, MAX_CANDIDATES);
  const texts = await reader.readMany(candidates.map(({ path }) => path));
  const terms = found.terms.map(({ term }) => term);
  const passages = texts.flatMap(passagesOf);
  const averageLength = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(passages.length, 1);
  const best = new Map<string, { passage: Passage; score: number }>();
  for (const passage of passages) {
    const score = scoreOf(passage, terms, found.termIdf, averageLength);
    if (score > (best.get(passage.path)?.score ?? 0)) best.set(passage.path, { passage, score });
  }
  const whole = new Map(candidates.map(({ path, score }) => [path, score]));
  const isDated = terms.some((term) => DATED_TERMS.has(term)) ? () => false : (path: string) => DATED.test(path);
  const total = ({ passage, score }: { passage: Passage; score: number }) =>
    (PASSAGE * score + (1 - PASSAGE) * (whole.get(passage.path) ?? 0)) * (isDated(passage.path) ? DATED_WEIGHT : 1);
  const scored = [...best.values()].map((one) => ({ ...one, score: total(one) }));
  const top = Math.max(...scored.map(({ score }) => score), 0);
  return scored
    .map(({ passage, score }) => ({ passage, score: score + top * likelyOf(passage.path) }))
    .sort((a, b) => b.score - a.score || (a.passage.path < b.passage.path ? -1 : 1))
    .slice(0, limit)
    .map(({ passage: { path, title, heading, text }, score }) => {
      const { language, version } = groups.editionOf(path);
      const others = groups.pagesOf(groups.groupOf(path)).filter((other) => other !== path);
      return {
        path,
        title,
        heading,
        excerpt: excerptOf(text, terms),
        score: Math.round(score * 100) / 100,
        language,
        version,
        alsoIn: others.map((other) => groups.editionOf(other)),
      };
    });
}

function isWanted(path: string, groups: PageGroups, { path: place, language, version }: SearchFilter): boolean {
  if (place !== undefined && place !== "" && path !== place && !path.startsWith(`${place}/`)) return false;
  if (language === undefined && version === undefined) return true;
  const edition = groups.editionOf(path);
  const [source = "en"] = groups.languages;
  const isLanguage = language === undefined || (edition.language ?? source).toLowerCase() === language.toLowerCase();
  return isLanguage && (version === undefined || edition.version === version.replace(/^v(?=\d)/, ""));
}

/** One page of each group: its best, or its original where that is nearly as good. */
function bestOfGroups(pages: readonly Candidate[], groups: PageGroups): Candidate[] {
  const best = new Map<string, Candidate & { top: number }>();
  for (const page of pages) {
    const group = groups.groupOf(page.path);
    const known = best.get(group);
    if (known === undefined) best.set(group, { ...page, top: page.score });
    else if (groups.isOriginal(page.path) && page.score >= NEARLY * known.top)
      best.set(group, { ...page, score: known.top, top: known.top });
  }
  return [...best.values()];
}

/** Pages by their text and their history: those that are worth a look at their passages come first. */
function likeliest(pages: readonly Candidate[], likelyOf: (path: string) => number): Candidate[] {
  const top = Math.max(pages[0]?.score ?? 0, 0);
  return pages
    .map((page) => ({ page, rank: page.score + top * likelyOf(page.path) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ page }) => page);
}

/** A passage that has more of the terms counts for more than their sum. */
function scoreOf(
  passage: Passage,
  terms: string[],
  termIdf: ReadonlyMap<string, number>,
  averageLength: number,
): number {
  let sum = 0;
  let matched = 0;
  for (const term of terms) {
    const count = passage.terms.get(term) ?? BEGINNING * countBeginnings(passage, term);
    if (count === 0) continue;
    matched++;
    const damper = lengthDamper(passage.length, averageLength, { saturation: K1, damping: B });
    sum += (termIdf.get(term) ?? 0) * saturate(count, K1, damper);
  }
  const named = matched > 0 ? shareOfTitle(passage.title, terms) : 0;
  return sum * (0.4 + (0.6 * matched) / Math.max(terms.length, 1)) * (1 + NAMED_BY_TITLE * named);
}

function countBeginnings({ terms }: Passage, beginning: string): number {
  if (beginning.length < 3) return 0;
  let most = 0;
  for (const [term, count] of terms) if (count > most && term.startsWith(beginning)) most = count;
  return most;
}

/** How much of a title the terms are; 0 where it lacks one of them. */
function shareOfTitle(title: string, terms: string[]): number {
  const words = new Set(termsOf(title));
  return terms.every((term) => words.has(term)) ? Math.min(terms.length / words.size, 1) : 0;
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
    // A heading with nothing but further headings below it is described by the first of them.
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
