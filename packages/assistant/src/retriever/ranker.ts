import { idf } from "@docsteward/text/lexical/bm25";
import type { Embedder } from "../embedding/embedder.ts";
import { decodeVectors, type PackedVectors, scoreSimilarity } from "../embedding/vectors.ts";
import type { IndexedPage } from "../page/indexed-page.ts";
import { fuseScores, type Naming } from "./fuse-scores.ts";
import { documentsWith, type LexicalIndex, TYPED_ARRAY_BYTES } from "./lexical/lexical-index.ts";
import type { LexicalQuery, QueryTerm } from "./lexical/query.ts";
import type { Scores } from "./lexical/score-pages.ts";

/** What a site's passages mean, as one embedder sees it. */
export type SiteMeaning = {
  embedder: Embedder;
  /** Of each page the packed vectors of its passages, in their order. Pages without answer by their words. */
  vectors: ReadonlyMap<IndexedPage, Uint8Array>;
};

type Question = { text: string; words: LexicalQuery["words"]; allowed?: Uint8Array; readable?: Uint8Array };

type Ranker = {
  /**
   * Joins the scores by words with what names say, and with meaning where the question's is known.
   *
   * @returns how near each passage is in meaning, from -1 to 1, and NaN where that is not known
   */
  rank(scores: Scores, question: Question): Promise<Float32Array>;
  /** About how much memory it holds. */
  readonly sizeBytes: number;
};

/** Longer questions are cut: what they are about stands at their beginning. */
const MAX_CHARACTERS = 4_000;
/** What stands out in meaning among the passages of a page, beside their words. */
const CHUNK_SHARE = 0.3;

/** Prepares what speaks for pages besides their words. Vectors are compared as they are packed: nothing is copied. */
export function createRanker(index: LexicalIndex, meaning?: SiteMeaning): Ranker {
  const packed = index.pages.map((page) => unpack(meaning?.vectors.get(page), page));
  const names = collectNames(index);
  return {
    async rank(scores, { text, words, allowed, readable }) {
      const query = (await meaning?.embedder.embedQuery(text.slice(0, MAX_CHARACTERS))) ?? new Float32Array();
      const length = Math.hypot(...query);
      const isComparable = (page: PackedVectors | null) => length > 0 && page?.dimensions === query.length;
      const known = packed.map((page, number) => (isComparable(page) && allowed?.[number] !== 0 ? page : null));
      const trust = known.some((page) => page !== null) ? Math.min(1, length) : 0;
      const nearness = scoreSimilarity(query, known, index.firstChunks);
      const naming = createNaming(index, words, readable);
      const evidence = names.map((own, page) => ({
        words: scores.pages[page] ?? 0,
        meaning: nearness.pages[page] ?? Number.NaN,
        passages: Math.max(1, (index.firstChunks[page + 1] ?? 0) - (index.firstChunks[page] ?? 0)),
        naming: naming(own),
      }));
      scores.pages.set(fuseScores(evidence, trust));
      joinChunks(scores.chunks, nearness.chunks, trust);
      return nearness.chunks;
    },
    sizeBytes: sizeOfVectors(packed) + sizeOfNames(names),
  };
}

/** Adds up lexical and vector scores of passages: together they decide which passages of a page are shown. */
function joinChunks(chunks: Float64Array, meaning: Float32Array, trust: number): void {
  const best = chunks.reduce((most, score) => Math.max(most, score), 0) || 1;
  for (const [at, near] of meaning.entries())
    if (near > 0) chunks[at] = (chunks[at] ?? 0) + best * CHUNK_SHARE * trust * near;
}

/** A page whose vectors are not those of its passages is found by its words. */
function unpack(bytes: Uint8Array | undefined, { chunks }: IndexedPage): PackedVectors | null {
  if (bytes === undefined || bytes.length === 0 || bytes.length % chunks.length !== 0) return null;
  return decodeVectors(bytes, chunks.length);
}

const PAGE_VECTORS_BYTES = 3 * TYPED_ARRAY_BYTES;

function sizeOfVectors(packed: readonly (PackedVectors | null)[]): number {
  let bytes = 0;
  for (const page of packed)
    if (page !== null) bytes += PAGE_VECTORS_BYTES + page.values.length + page.scales.byteLength;
  return bytes;
}

/** What a page is called: by itself, and by the links of others. */
type PageNames = { title: Name; links: LinkName[] };

/** The terms of a name, each once, and how rare they are together. */
type Name = { terms: Uint32Array; termIdf: number };

/** A name that links use, with the pages that they stand in. */
type LinkName = Name & { from: number[] };

const NAME_BYTES = 40 + TYPED_ARRAY_BYTES;
const LINK_NAME_BYTES = NAME_BYTES + 80;

function sizeOfNames(names: readonly PageNames[]): number {
  let bytes = 0;
  for (const { title, links } of names) {
    bytes += 2 * NAME_BYTES + title.terms.byteLength;
    for (const { terms, from } of links) bytes += LINK_NAME_BYTES + terms.byteLength + from.length * 8;
  }
  return bytes;
}

/** Gathers the names of every page of a site. */
function collectNames(index: LexicalIndex): PageNames[] {
  const termIdfs = new Map<number, number>();
  const idfOfTerm = (term: number) => {
    const termIdf = termIdfs.get(term) ?? idf(documentsWith(index, term), index.pageOfChunk.length);
    termIdfs.set(term, termIdf);
    return termIdf;
  };
  const toName = (terms: Uint32Array): Name => {
    const sorted = terms.slice().sort();
    let termIdf = 0;
    let count = 0;
    for (const term of sorted) {
      if (count > 0 && sorted[count - 1] === term) continue;
      sorted[count] = term;
      count += 1;
      termIdf += idfOfTerm(term);
    }
    return { terms: sorted.slice(0, count), termIdf };
  };
  const numbers = new Map(index.pages.map(({ file }, number) => [file, number]));
  const links = index.pages.map(() => new Map<string, LinkName>());
  for (const [from, { links: own }] of index.analyzed.entries()) {
    for (const { file, terms } of own) {
      const to = numbers.get(file);
      if (to === undefined || to === from || terms.length === 0) continue;
      const name = toName(terms);
      const key = name.terms.join();
      const known = links[to]?.get(key);
      if (known) known.from.push(from);
      else links[to]?.set(key, { ...name, from: [from] });
    }
  }
  return index.analyzed.map(({ title }, page) => ({ title: toName(title), links: [...(links[page]?.values() ?? [])] }));
}

/**
 * Prepares a query to be compared with names.
 *
 * @param readable 1 for each page that the reader may read: links of the others name nothing
 */
function createNaming(
  index: LexicalIndex,
  words: readonly QueryTerm[],
  readable?: Uint8Array,
): (names: PageNames) => Naming {
  const whole = words.reduce((sum, { termIdf, weight }) => sum + termIdf * weight, 0);
  const rarityByTerm = new Map<number, number>();
  for (const { terms } of words)
    for (const { id } of terms) rarityByTerm.set(id, idf(documentsWith(index, id), index.pageOfChunk.length));
  const compare = ({ terms, termIdf }: Name) => {
    let hit = 0;
    for (const term of terms) hit += rarityByTerm.get(term) ?? 0;
    return termIdf === 0 || whole === 0
      ? { said: 0, share: 0 }
      : { said: hit / termIdf, share: Math.min(1, hit / whole) };
  };
  return ({ title, links }) => {
    const own = compare(title);
    let link = 0;
    for (const name of links) {
      if (readable && !name.from.some((page) => readable[page] === 1)) continue;
      const { said, share } = compare(name);
      link = Math.max(link, said * said * share);
    }
    return { title: own.said * Math.sqrt(own.share), link };
  };
}
