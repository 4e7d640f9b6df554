import { isPageFile } from "@docsteward/contract/docs-files";
import { lengthDamper, saturate } from "@docsteward/text/lexical/bm25";
import type { DocsReader } from "../docs-reader.ts";
import { SUMMARY } from "../navigation/read-parts.ts";
import { folderOf, lastPartOf, stemOf } from "../site/posix.ts";
import { type Candidate, fileNamesIn, findCandidates, queryTerms, termsOf, vagueness } from "./candidates.ts";
import { type GroupedPage, groupPages, type PageGroups } from "./page-groups.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { folderKey } from "./past-changes.ts";

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

/** Options of a search. */
export type SearchOptions = {
  filter?: SearchFilter;
  base?: DocsReader;
  /**
   * What the history of a page adds to its score, as a share of the best score: {@link likelyPages}. Asked for when pages have been
   * found by their text.
   */
  likely?(): Promise<ReadonlyMap<string, number>>;
};

/** What a title or file name adds that has all terms and nothing else. */
const NAMED = 0.7;
/** What two terms add that stand together as in the query, beside what each adds by itself. */
const TOGETHER = 0.5;
/** Files that are named after their folder. */
const INDEX_FILE = /^(?:_?index|readme)$/i;
const BEGINNING = 0.45;
const K1 = 1.2;
const B = 0.7;
const MAX_CANDIDATES = 60;
/** Share of a page's score that comes from its best passage. */
const PASSAGE = 0.7;
/** Posts and release notes tell of everything once, and are rarely what has to change. */
const DATED = /(?:^|\/)(?:blog|posts?|news|changelogs?|release-?notes|releases|whats-new)(?:[/._-]|$)/i;
const DATED_TERMS: ReadonlySet<string> = new Set(
  "blog post changelog release announcement announce new news".split(" "),
);
/**
 * What signs add to the text of a page, as a share of the best text's score: how much the query is the name of the page, of one of its
 * headings or of the folders above it, whether it has the whole name, how deep the page lies, since pages of general topics are above
 * others, and what kind of page it is. Tuned on public repositories, as is what their history adds.
 */
const SIGNS = {
  ...{ name: 1.1, wholeName: 0.6, heading: 1.1, folders: 1.4 },
  ...{ depth: -0.115, index: 0.23, dated: -0.4, noText: -0.2 },
};
/** Pages that have none of the terms, and that history names. */
const MAX_BY_HISTORY = 20;
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
  { filter = {}, base = reader, ...history }: SearchOptions = {},
): Promise<SearchResult[]> {
  const all = await reader.paths();
  const groups = await groupPages(reader, all, base);
  const paths = all.filter((path) => isPageFile(path) && !SUMMARY.test(path) && isWanted(path, groups, filter));
  const found = await findCandidates(reader, paths, queryTerms(query), fileNamesIn(query));
  const likely = (await history.likely?.()) ?? new Map<string, number>();
  const likelyOf = (path: string) => {
    if (likely.size === 0) return 0;
    const own = Math.max(...groups.pagesOf(groups.groupOf(path)).map((one) => likely.get(one) ?? 0), 0);
    return own + (likely.get(folderKey(path)) ?? 0);
  };
  const byText = bestOfGroups(found.pages, groups);
  // No page is named for terms that none has.
  const mayGuess = byText.length > 0 || vagueness(found.terms) === 1;
  const others = mayGuess ? byHistory(byText, paths, groups, likely) : [];
  const candidates = likeliest([...byText, ...others], likelyOf).slice(0, MAX_CANDIDATES);
  const texts = await reader.readMany(candidates.map(({ path }) => path));
  const terms = found.terms.map(({ term }) => term);
  const next = new Map(terms.slice(1).map((term, index) => [terms[index] ?? "", term]));
  const passages = texts.flatMap((text) => passagesOf(text, next));
  // Every passage has the title and the file of its page.
  const shares = new Map<string, Shares>();
  const shareOf = (name: string) => {
    const share = shares.get(name) ?? shareOfName(name, terms, found.termIdf);
    shares.set(name, share);
    return share;
  };
  const best = bestPassages(passages, { terms, next, termIdf: found.termIdf, shareOf });
  const whole = new Map(candidates.map(({ path, score }) => [path, score]));
  const isDated = terms.some((term) => DATED_TERMS.has(term)) ? () => false : (path: string) => DATED.test(path);
  const textOf = ({ passage, score }: Found) => PASSAGE * score + (1 - PASSAGE) * (whole.get(passage.path) ?? 0);
  const top = Math.max(...[...best.values()].map(textOf), 0) || 1;
  const signsOf = ({ passage: { path, title }, heading }: Found, text: number) =>
    SIGNS.name * Math.max(shareOf(title).both, shareOf(fileNameOf(path)).both) +
    SIGNS.wholeName * Math.max(shareOf(title).name, shareOf(fileNameOf(path)).name) +
    SIGNS.heading * heading +
    SIGNS.folders * shareOf(folderOf(path).replaceAll("/", " ")).both +
    SIGNS.depth * path.split("/").length +
    (INDEX_FILE.test(stemOf(lastPartOf(path))) ? SIGNS.index : 0) +
    (isDated(path) ? SIGNS.dated : 0) +
    (text === 0 ? SIGNS.noText : 0) +
    likelyOf(path);
  const scored = [...best.values()].map((one) => {
    const text = textOf(one);
    return { passage: one.passage, score: text + top * signsOf(one, text) };
  });
  return scored
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

/** Pages that history names, and that have none of the terms: one of each group. */
function byHistory(
  byText: readonly Candidate[],
  paths: readonly string[],
  groups: PageGroups,
  likely: ReadonlyMap<string, number>,
): Candidate[] {
  const known = new Set(byText.map(({ path }) => groups.groupOf(path)));
  const others = paths.filter((path) => likely.has(path) && !known.has(groups.groupOf(path)));
  const best = others.sort((a, b) => (likely.get(b) ?? 0) - (likely.get(a) ?? 0)).slice(0, MAX_BY_HISTORY);
  return bestOfGroups(
    best.map((path) => ({ path, score: 0 })),
    groups,
  );
}

/** A page by its best passage, and how much the query is one of its headings. */
type Found = { passage: Passage; score: number; heading: number };

/** Pages by their text and their history: those that are worth a look at their passages come first. */
function likeliest(pages: readonly Candidate[], likelyOf: (path: string) => number): Candidate[] {
  const top = Math.max(pages[0]?.score ?? 0, 0);
  return pages
    .map((page) => ({ page, rank: page.score + top * likelyOf(page.path) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ page }) => page);
}

type Query = {
  terms: string[];
  next: ReadonlyMap<string, string>;
  termIdf: ReadonlyMap<string, number>;
  shareOf: (name: string) => Shares;
};

/** Each page by its best passage. */
function bestPassages(passages: readonly Passage[], query: Query): Map<string, Found> {
  const averageLength = passages.reduce((sum, { length }) => sum + length, 0) / Math.max(passages.length, 1);
  const best = new Map<string, Found>();
  for (const passage of passages) {
    const known = best.get(passage.path);
    const score = scoreOf(passage, query, averageLength);
    const own = passage.heading === passage.title ? 0 : query.shareOf(passage.heading).both;
    const heading = Math.max(own, known?.heading ?? 0);
    best.set(passage.path, known && known.score >= score ? { ...known, heading } : { passage, score, heading });
  }
  return best;
}

/** A passage that has more of the terms counts for more than their sum. */
function scoreOf(passage: Passage, { terms, next, termIdf, shareOf }: Query, averageLength: number): number {
  const damper = lengthDamper(passage.length, averageLength, { saturation: K1, damping: B });
  const idfOf = (term: string) => termIdf.get(term) ?? 0;
  let sum = 0;
  let matched = 0;
  for (const term of terms) {
    const count = passage.terms.get(term) ?? BEGINNING * countBeginnings(passage, term);
    if (count === 0) continue;
    matched++;
    sum += idfOf(term) * saturate(count, K1, damper);
  }
  if (matched === 0) return 0;
  for (const [first, count] of passage.pairs)
    sum += TOGETHER * Math.min(idfOf(first), idfOf(next.get(first) ?? "")) * saturate(count, K1, damper);
  return (
    sum *
    (0.4 + (0.6 * matched) / Math.max(terms.length, 1)) *
    (1 + NAMED * Math.max(shareOf(passage.title).both, shareOf(fileNameOf(passage.path)).both))
  );
}

function countBeginnings({ terms }: Passage, beginning: string): number {
  if (beginning.length < 3) return 0;
  let most = 0;
  for (const [term, count] of terms) if (count > most && term.startsWith(beginning)) most = count;
  return most;
}

/** The share of a name that the terms are, and that together with the share of them that it has. */
type Shares = { name: number; both: number };

/** How much the terms are a name. */
function shareOfName(name: string, terms: string[], termIdf: ReadonlyMap<string, number>): Shares {
  const whole = terms.reduce((sum, term) => sum + (termIdf.get(term) ?? 0), 0);
  if (whole === 0) return { name: 0, both: 0 };
  let [all, shared] = [0, 0];
  for (const word of new Set(termsOf(name))) {
    const weight = termIdf.get(word);
    all += weight ?? whole / terms.length;
    shared += weight ?? 0;
  }
  return all === 0 ? { name: 0, both: 0 } : { name: shared / all, both: Math.sqrt((shared / all) * (shared / whole)) };
}

function fileNameOf(path: string): string {
  const parts = path.replace(/\.mdx?$/i, "").split("/");
  const last = parts.at(-1) ?? "";
  return INDEX_FILE.test(last) ? (parts.at(-2) ?? "") : last;
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
