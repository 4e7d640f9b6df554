import type { IndexedPage } from "../../page/indexed-page.ts";
import type { AnalyzedPage } from "./analyze-page.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import type { Postings } from "./postings.ts";

/** What a small object, a text or a typed array takes beside what it holds, as V8 lays them out. */
const OBJECT_BYTES = 56;
const TYPED_ARRAY_BYTES = 220;
const TERM_BYTES = 90;

/** About how much memory an index and its pages hold. */
export function sizeOfIndex({ pages, vocabulary, analyses, ...index }: LexicalIndex): number {
  const arrays = [
    ...arraysOf(index.pagePostings),
    ...arraysOf(index.chunkPostings),
    index.firstChunks,
    index.pageOfChunk,
  ];
  const postings = arrays.reduce((sum, array) => sum + array.byteLength, 0);
  const read = pages.reduce((sum, page) => sum + sizeOfPage(page) + sizeOfAnalysis(analyses.get(page)), 0);
  return postings + read + vocabulary.size * TERM_BYTES;
}

function arraysOf({ starts, documents, counts, frequencies, lengths }: Postings) {
  return [starts, documents, counts, frequencies, lengths];
}

function sizeOfPage({ title, path, description, chunks, links }: IndexedPage): number {
  const texts = chunks.reduce((sum, { text, headings }) => sum + text.length + (3 + headings.length) * OBJECT_BYTES, 0);
  return (
    4 * OBJECT_BYTES + title.length + path.length + (description?.length ?? 0) + texts + links.length * 2 * OBJECT_BYTES
  );
}

function sizeOfAnalysis(page: AnalyzedPage | undefined): number {
  if (page === undefined) return 0;
  const { chunks, links, ...fields } = page;
  const arrays = [
    ...Object.values(fields),
    ...chunks.flatMap((chunk) => [chunk.headings, chunk.body]),
    ...links.map(({ terms }) => terms),
  ];
  return arrays.reduce((sum, array) => sum + array.byteLength + TYPED_ARRAY_BYTES, 0);
}
