import { createTimeSlices } from "@docsteward/platform/time-slices";
import type { IndexedPage } from "../../page/indexed-page.ts";
import { type AnalyzedPage, analyzePage, newKnownWords } from "./analyze-page.ts";
import { unpackWords } from "./packed-words.ts";
import { CHUNK_FIELDS, PAGE_FIELDS } from "./parameters.ts";
import { createPostingsBuilder, type Postings } from "./postings.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** The words of a site, ready to be scored. */
export type LexicalIndex = {
  pages: readonly IndexedPage[];
  vocabulary: Vocabulary;
  analyses: ReadonlyMap<IndexedPage, AnalyzedPage>;
  /** The same in the order of `pages`. */
  analyzed: readonly AnalyzedPage[];
  pagePostings: Postings;
  chunkPostings: Postings;
  /** Chunks of page `p` have the numbers from `firstChunks[p]` to `firstChunks[p + 1]`. */
  firstChunks: Uint32Array;
  pageOfChunk: Uint32Array;
  /** How many other pages link to each page. */
  inLinks: Uint32Array;
};

/** In how many chunks a term stands, or in how many pages where none of their chunks has it. */
export function documentsWith({ chunkPostings, pagePostings }: LexicalIndex, term: number): number {
  // The vocabulary may have grown since, for a later state of the site.
  const count = ({ starts }: Postings) => (starts[term + 1] ?? starts[term] ?? 0) - (starts[term] ?? 0);
  return Math.max(count(chunkPostings), count(pagePostings));
}

/** An index as one reader knows it. */
export type ReaderIndex = {
  index: LexicalIndex;
  /** In how many documents that the reader may read a term stands, as `documentsWith`. */
  countOf(term: number): number;
};

const ANCHORS = PAGE_FIELDS.indexOf("anchors");

/**
 * Limits what is known of an index to the pages that a reader may read: which words there are, and how many pages have them. What a
 * link calls a page counts where the link stands, as text.
 *
 * @param mask 1 for each readable page; all are without it
 */
export function toReaderIndex(index: LexicalIndex, mask?: Uint8Array): ReaderIndex {
  if (mask === undefined) return { index, countOf: (term) => documentsWith(index, term) };
  const { pagePostings, chunkPostings, pageOfChunk } = index;
  const known = new Map<number, number>();
  const count = (term: number) => {
    let chunks = 0;
    for (let entry = chunkPostings.starts[term] ?? 0; entry < (chunkPostings.starts[term + 1] ?? 0); entry += 1)
      if (mask[pageOfChunk[chunkPostings.documents[entry] ?? 0] ?? 0] === 1) chunks += 1;
    let pages = 0;
    for (let entry = pagePostings.starts[term] ?? 0; entry < (pagePostings.starts[term + 1] ?? 0); entry += 1)
      if (mask[pagePostings.documents[entry] ?? 0] === 1 && standsBesideAnchors(pagePostings, entry)) pages += 1;
    return Math.max(chunks, pages);
  };
  const countOf = (term: number) => {
    const found = known.get(term) ?? count(term);
    known.set(term, found);
    return found;
  };
  return { index, countOf };
}

function standsBesideAnchors({ counts, fields }: Postings, entry: number): boolean {
  for (let field = 0; field < fields; field += 1)
    if (field !== ANCHORS && (counts[entry * fields + field] ?? 0) > 0) return true;
  return false;
}

/** A vocabulary that holds so many times the terms of a new one is left behind. */
const MAX_GROWTH = 2;

/**
 * Indexes the words of pages, in slices of time: large sites take seconds, and the process has others to answer.
 *
 * @param earlier another state of the site: pages that are the same objects in it are not read again
 * @param packed words of pages that need not be found here
 */
export async function buildLexicalIndex(
  pages: readonly IndexedPage[],
  { earlier, packed }: { earlier?: LexicalIndex; packed?: ReadonlyMap<IndexedPage, Uint8Array> } = {},
): Promise<LexicalIndex> {
  const pause = createTimeSlices();
  const isWorthKeeping = earlier !== undefined && earlier.vocabulary.size < MAX_GROWTH * liveTerms(earlier) + 10_000;
  const vocabulary = isWorthKeeping ? earlier.vocabulary : createVocabulary();
  const known = isWorthKeeping ? earlier.analyses : new Map<IndexedPage, AnalyzedPage>();
  const analyses = new Map<IndexedPage, AnalyzedPage>();
  const words = newKnownWords();
  for (const page of pages) {
    const bytes = packed?.get(page);
    const read = known.get(page) ?? (bytes && unpackWords(bytes, page, vocabulary));
    analyses.set(page, read ?? (await analyzePage(page, { vocabulary, known: words, pause })));
    await pause();
  }
  const analyzed = pages.map((page) => analyses.get(page) as AnalyzedPage);
  const anchors = collectAnchors(pages, analyzed);
  const firstChunks = new Uint32Array(pages.length + 1);
  for (const [page, { chunks }] of analyzed.entries()) firstChunks[page + 1] = (firstChunks[page] ?? 0) + chunks.length;
  const pageOfChunk = new Uint32Array(firstChunks.at(-1) ?? 0);
  for (let page = 0; page < pages.length; page += 1) pageOfChunk.fill(page, firstChunks[page], firstChunks[page + 1]);
  return {
    pages,
    vocabulary,
    analyses,
    analyzed,
    pagePostings: await postPages(analyzed, { anchors: anchors.terms, terms: vocabulary.size, pause }),
    chunkPostings: await postChunks(analyzed, { terms: vocabulary.size, pause }),
    firstChunks,
    pageOfChunk,
    inLinks: anchors.inLinks,
  };
}

function liveTerms({ pagePostings: { starts } }: LexicalIndex): number {
  let live = 0;
  for (let term = 0; term + 1 < starts.length; term += 1) if (starts[term] !== starts[term + 1]) live += 1;
  return live;
}

/** What other pages call each page in their links, and how many do. */
function collectAnchors(pages: readonly IndexedPage[], analyzed: readonly AnalyzedPage[]) {
  const numbers = new Map(pages.map(({ file }, number) => [file, number]));
  const terms: Uint32Array[][] = pages.map(() => []);
  const inLinks = new Uint32Array(pages.length);
  for (const [from, { links }] of analyzed.entries()) {
    const linked = new Set<number>();
    for (const link of links) {
      const to = numbers.get(link.file);
      if (to === undefined || to === from) continue;
      terms[to]?.push(link.terms);
      linked.add(to);
    }
    for (const to of linked) inLinks[to] = (inLinks[to] ?? 0) + 1;
  }
  return { terms, inLinks };
}

type Pause = ReturnType<typeof createTimeSlices>;

async function postPages(
  analyzed: readonly AnalyzedPage[],
  { anchors, terms, pause }: { anchors: Uint32Array[][]; terms: number; pause: Pause },
): Promise<Postings> {
  const builder = createPostingsBuilder(PAGE_FIELDS.length, terms);
  for (const [page, { title, headings, description, path, keywords, chunks }] of analyzed.entries()) {
    const bodies = chunks.map(({ body }) => body);
    const fields = { title: [title], headings: [headings], description: [description], path: [path] };
    const all = { ...fields, anchors: anchors[page] ?? [], keywords: [keywords], body: bodies };
    for (const [number, name] of PAGE_FIELDS.entries()) for (const part of all[name]) builder.add(page, number, part);
    await pause();
  }
  return builder.build(analyzed.length);
}

async function postChunks(
  analyzed: readonly AnalyzedPage[],
  { terms, pause }: { terms: number; pause: Pause },
): Promise<Postings> {
  const builder = createPostingsBuilder(CHUNK_FIELDS.length, terms);
  let number = 0;
  for (const chunk of analyzed.flatMap(({ chunks }) => chunks)) {
    for (const [field, name] of CHUNK_FIELDS.entries()) builder.add(number, field, chunk[name]);
    number += 1;
    await pause();
  }
  return builder.build(number);
}

/** What objects take beside what they hold, as V8 lays them out; `retriever/memory.test.ts` compares with what the process grows by. */
export const TYPED_ARRAY_BYTES = 220;
const VIEW_BYTES = 104;
const TEXT_BYTES = 20;
const LIST_BYTES = 48;
const SLOT_BYTES = 8;
const LINK_BYTES = 40;
const CHUNK_BYTES = 56;
/** A page, the words of it, and its place in the lists and maps of the site. */
const PAGE_BYTES = 900;

/** About how much memory an index and its pages hold. */
export function sizeOfIndex({ pages, vocabulary, analyses, ...index }: LexicalIndex): number {
  const arrays = [
    ...arraysOf(index.pagePostings),
    ...arraysOf(index.chunkPostings),
    index.firstChunks,
    index.pageOfChunk,
    index.inLinks,
  ];
  const postings = arrays.reduce((sum, array) => sum + array.byteLength, 0);
  let read = 0;
  for (const page of pages) read += sizeOfPage(page) + sizeOfAnalysis(analyses.get(page));
  return postings + read + vocabulary.sizeBytes;
}

function arraysOf({ starts, documents, counts, frequencies, lengths }: Postings) {
  return [starts, documents, counts, frequencies, lengths];
}

function sizeOfPage({ file, path, title, description, chunks, links }: IndexedPage): number {
  let bytes = PAGE_BYTES + sizeOfText(file) + sizeOfText(path) + sizeOfText(title) + sizeOfText(description ?? "");
  for (const { text, headings, anchor } of chunks) {
    bytes += CHUNK_BYTES + SLOT_BYTES + LIST_BYTES + sizeOfText(text) + sizeOfText(anchor ?? "");
    for (const heading of headings) bytes += SLOT_BYTES + sizeOfText(heading);
  }
  for (const { file, text } of links) bytes += LINK_BYTES + SLOT_BYTES + sizeOfText(file) + sizeOfText(text);
  return bytes;
}

/** A text takes two bytes a letter as soon as one of them needs it, which is nearly always so where one is not ASCII. */
function sizeOfText(text: string): number {
  return TEXT_BYTES + (Buffer.byteLength(text) === text.length ? text.length : 2 * text.length);
}

function sizeOfAnalysis(page: AnalyzedPage | undefined): number {
  if (page === undefined) return 0;
  const { title, description, path, keywords, headings, chunks, links } = page;
  let terms = title.length + description.length + path.length + keywords.length + headings.length;
  for (const { headings, body } of chunks) terms += headings.length + body.length;
  for (const { terms: own } of links) terms += own.length;
  const objects = chunks.length * (CHUNK_BYTES + 2 * VIEW_BYTES) + links.length * (LINK_BYTES + VIEW_BYTES);
  return 4 * terms + objects + 5 * VIEW_BYTES + TYPED_ARRAY_BYTES;
}
