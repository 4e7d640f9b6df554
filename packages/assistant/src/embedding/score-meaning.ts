import { type PackedVectors, startOf } from "./vector-bytes.ts";

/** How near passages and pages are to a question in meaning: from -1 to 1, and NaN for what has no vector. */
export type MeaningScores = { pages: Float32Array; chunks: Float32Array };

/** What a page's second best passage adds to its best. */
const SECOND_SHARE = 0.15;

/**
 * Compares a question with every passage of a site.
 *
 * @param vectors of the passages of each page, null for a page that has none yet
 * @param firstChunks chunks of page `p` have the numbers from `firstChunks[p]` to `firstChunks[p + 1]`
 */
export function scoreMeaning(
  query: Float32Array,
  vectors: readonly (PackedVectors | null)[],
  firstChunks: Uint32Array,
): MeaningScores {
  const question = toUnit(query);
  const pages = new Float32Array(vectors.length).fill(Number.NaN);
  const chunks = new Float32Array(firstChunks[vectors.length] ?? 0).fill(Number.NaN);
  for (const [page, packed] of vectors.entries()) {
    if (packed === null) continue;
    const start = firstChunks[page] ?? 0;
    let best = Number.NEGATIVE_INFINITY;
    let second = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < packed.scales.length; at += 1) {
      const score = dot(question, packed, at);
      chunks[start + at] = score;
      if (score > best) {
        second = best;
        best = score;
      } else if (score > second) second = score;
    }
    if (packed.scales.length > 0)
      pages[page] = best + SECOND_SHARE * Math.max(0, packed.scales.length > 1 ? second : 0);
  }
  return { pages, chunks };
}

/** Four sums side by side are added up faster than one. */
function dot(query: Float32Array, packed: PackedVectors, number: number): number {
  const { values, scales, dimensions } = packed;
  const start = startOf(packed, number);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = 0;
  for (; at + 3 < dimensions; at += 4) {
    a += (query[at] as number) * (values[start + at] as number);
    b += (query[at + 1] as number) * (values[start + at + 1] as number);
    c += (query[at + 2] as number) * (values[start + at + 2] as number);
    d += (query[at + 3] as number) * (values[start + at + 3] as number);
  }
  for (; at < dimensions; at += 1) a += (query[at] as number) * (values[start + at] as number);
  return (a + b + c + d) * (scales[number] ?? 0);
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
