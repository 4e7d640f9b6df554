import type { Embedder } from "../embedder.ts";
import { type WordTable, wordTable } from "./word-table.ts";
import { wordsOf } from "./words-of.ts";

/** Changes with the table and with anything that changes a vector. */
const ID = "offline-1";
/** So many texts are embedded between two looks at what else there is to do. */
const BATCH = 64;
/** Of English texts on software the table knows at least so many of the words; of those in other languages hardly half. */
const SHARE_OF_ENGLISH = 0.85;
const SHARE_OF_OTHERS = 0.6;

/**
 * Embeds with a table of word vectors: no network, no model to run, some 20 µs a passage.
 *
 * A text's vector is the sum of its words', the more often one comes the less it adds, the first line (where it stands) and the
 * rest (what it says) each for itself. The fewer of the words are known the shorter it is, and zero for other languages.
 */
export function createOfflineEmbedder(): Embedder {
  return {
    id: ID,
    async embedDocuments(texts, { signal } = {}) {
      const vectors: Float32Array[] = [];
      for (const [number, text] of texts.entries()) {
        if (number % BATCH === BATCH - 1) await new Promise(setImmediate);
        signal?.throwIfAborted();
        vectors.push(embed(wordTable(), text));
      }
      return vectors;
    },
    embedQuery: async (text) => embed(wordTable(), text.replace(/\s+/g, " ")),
  };
}

function embed(table: WordTable, text: string): Float32Array {
  const vector = new Float32Array(table.dimensions);
  const end = text.indexOf("\n");
  const parts = end < 0 ? [text] : [text.slice(0, end), text.slice(end + 1)];
  let known = 0;
  let all = 0;
  for (const part of parts) {
    const counts = new Map<number, number>();
    for (const word of wordsOf(part)) {
      const row = table.rows.get(word);
      if (row !== undefined) counts.set(row, (counts.get(row) ?? 0) + 1);
      if (row !== undefined) known += 1;
      if (row !== undefined || /\p{L}/u.test(word)) all += 1;
    }
    for (const [row, count] of counts) addRow(vector, table, row, Math.sqrt(count));
  }
  return toLength(vector, all === 0 ? 0 : trustIn(known / all));
}

function addRow(vector: Float32Array, { values, scales, dimensions }: WordTable, row: number, weight: number): void {
  const scale = (scales[row] ?? 0) * weight;
  const start = row * dimensions;
  for (let at = 0; at < dimensions; at += 1) vector[at] = (vector[at] ?? 0) + scale * (values[start + at] ?? 0);
}

function trustIn(share: number): number {
  return Math.min(1, Math.max(0, (share - SHARE_OF_OTHERS) / (SHARE_OF_ENGLISH - SHARE_OF_OTHERS)));
}

function toLength(vector: Float32Array, length: number): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const scale = squares === 0 ? 0 : length / Math.sqrt(squares);
  return vector.map((value) => value * scale);
}
