const SCALE_BYTES = 4;

/**
 * Packs vectors for storage: each as a scale (float32, little endian) and a signed byte a dimension, a quarter of the size at
 * no measurable loss of rank.
 *
 * @param vectors all of the same dimensions
 */
export function encodeVectors(vectors: readonly Float32Array[]): Uint8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const stride = SCALE_BYTES + dimensions;
  const bytes = new Uint8Array(vectors.length * stride);
  const view = new DataView(bytes.buffer);
  for (const [number, vector] of vectors.entries()) {
    if (vector.length !== dimensions)
      throw new Error(`A vector has ${vector.length} dimensions, and the others have ${dimensions}.`);
    let largest = 0;
    for (const value of vector) largest = Math.max(largest, Math.abs(value));
    const scale = largest / 127;
    const start = number * stride;
    view.setFloat32(start, scale, true);
    for (const [at, value] of vector.entries())
      view.setInt8(start + SCALE_BYTES + at, scale === 0 ? 0 : Math.round(value / scale));
  }
  return bytes;
}

/** Vectors as they were packed, read in place: value `d` of vector `n` is `scales[n] * values[startOf(packed, n) + d]`. */
export type PackedVectors = { dimensions: number; values: Int8Array; scales: Float32Array };

/**
 * Opens what {@link encodeVectors} packed. The bytes are not copied.
 *
 * @param count how many vectors they are
 * @throws Error when the bytes are not those of so many vectors of the same size
 */
export function decodeVectors(bytes: Uint8Array, count: number): PackedVectors {
  const stride = count === 0 ? SCALE_BYTES : bytes.length / count;
  if (!Number.isInteger(stride) || stride < SCALE_BYTES || (count === 0 && bytes.length > 0))
    throw new Error(`${bytes.length} bytes don't match ${count} vectors.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const scales = Float32Array.from({ length: count }, (_, number) => view.getFloat32(number * stride, true));
  return { dimensions: stride - SCALE_BYTES, values, scales };
}

/** Where in the values of packed vectors those of number `n` begin. */
export function startOf({ dimensions }: PackedVectors, number: number): number {
  return number * (SCALE_BYTES + dimensions) + SCALE_BYTES;
}

/** How near passages and pages are to a question in meaning: from -1 to 1, and NaN for what has no vector. */
type MeaningScores = { pages: Float32Array; chunks: Float32Array };

/** What a page's second best passage adds to its best. */
const SECOND_SHARE = 0.15;

/**
 * Compares a question with every passage of a site.
 *
 * @param vectors of the passages of each page, null for a page that has none yet
 * @param firstChunks chunks of page `p` have the numbers from `firstChunks[p]` to `firstChunks[p + 1]`
 */
export function scoreSimilarity(
  query: Float32Array,
  vectors: readonly (PackedVectors | null)[],
  firstChunks: Uint32Array,
): MeaningScores {
  const question = normalize(query);
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

function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
