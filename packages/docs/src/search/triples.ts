/** What is looked for, and its triples of letters. */
export type Needle = { text: string; triples: readonly number[] };

/** Prepares what is looked for, in lower case. */
export function toNeedle(text: string): Needle {
  return { text, triples: Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => tripleAt(text, at)) };
}

const MIN_BITS = 256;
const MAX_BITS = 65_536;

/** The triples of letters that a text in lower case has. As many bits as letters, so that under half of them are set. */
export function triplesOf(text: string): Uint32Array {
  let bits = MIN_BITS;
  while (bits < text.length && bits < MAX_BITS) bits *= 2;
  const triples = new Uint32Array(bits / 32);
  for (let at = 0; at + 2 < text.length; at += 1) {
    const bit = tripleAt(text, at) & (bits - 1);
    triples[bit >>> 5] = (triples[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
  return triples;
}

function tripleAt(text: string, at: number): number {
  const letters = (text.charCodeAt(at) << 14) ^ (text.charCodeAt(at + 1) << 7) ^ text.charCodeAt(at + 2);
  return Math.imul(letters, 0x9e3779b1) >>> 15;
}

/** Whether a text with these triples may hold another: false is sure. */
export function mayHold({ triples }: { triples?: Uint32Array }, needle: Needle): boolean {
  if (triples === undefined) return true;
  const mask = triples.length * 32 - 1;
  for (const triple of needle.triples) {
    const bit = triple & mask;
    if (((triples[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}
