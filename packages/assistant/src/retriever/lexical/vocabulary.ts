import { randomBytes } from "node:crypto";

/** The terms of an index by number, and back. Only grows. */
export type Vocabulary = {
  /** The number of a term, a new one when it was not known. */
  idOf(term: string): number;
  /** The same for a term as it stands in `bytes` (UTF-8): no string is made of it. */
  idOfBytes(bytes: Uint8Array, start: number, end: number): number;
  find(term: string): number | undefined;
  termAt(id: number): string;
  readonly size: number;
  /** About how much memory it holds. */
  readonly sizeBytes: number;
};

const FIRST_TERMS = 1 << 9;
const FIRST_BYTES = 1 << 12;
/** Slots for each term that there is room for: at most half of the table is full. */
const SLOTS = 2;
/** A term that was read as a string stays one. */
const STRING_BYTES = 24;

/**
 * Makes an empty vocabulary. A site is loaded with hundreds of thousands of terms of which few are new, so it is a hash table over
 * their bytes: a map of strings would take longer to make and hash the strings than to look them up.
 */
export function createVocabulary(): Vocabulary {
  let slots = new Uint32Array(FIRST_TERMS * SLOTS);
  let hashes = new Uint32Array(FIRST_TERMS);
  /** The bytes of term `id` end at `ends[id]`, where those of the next one begin. */
  let ends = new Uint32Array(FIRST_TERMS);
  let text = new Uint8Array(FIRST_BYTES);
  let size = 0;
  const strings: string[] = [];
  let scratch = new Uint8Array(64);
  let scratchEnd = 0;

  const startOf = (id: number) => (id === 0 ? 0 : (ends[id - 1] as number));
  const isTerm = (id: number, bytes: Uint8Array, start: number, end: number) => {
    let at = startOf(id);
    if ((ends[id] as number) - at !== end - start) return false;
    for (let from = start; from < end; from += 1, at += 1) if (text[at] !== bytes[from]) return false;
    return true;
  };
  /** The slot that holds the term, or the free one where it belongs. */
  const slotOf = (hash: number, bytes: Uint8Array, start: number, end: number) => {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const held = slots[slot] as number;
      if (held === 0 || (hashes[held - 1] === hash && isTerm(held - 1, bytes, start, end))) return slot;
    }
  };
  const makeRoom = (length: number) => {
    const used = startOf(size);
    if (used + length > text.length) text = grown(text, Math.max(text.length * 2, used + length));
    if (size < hashes.length) return;
    hashes = grown(hashes, size * 2);
    ends = grown(ends, size * 2);
    slots = new Uint32Array(hashes.length * SLOTS);
    const mask = slots.length - 1;
    for (let id = 0; id < size; id += 1) {
      let slot = (hashes[id] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
  };
  const idOfBytes: Vocabulary["idOfBytes"] = (bytes, start, end) => {
    const hash = hashOf(bytes, start, end);
    const held = slots[slotOf(hash, bytes, start, end)] as number;
    if (held !== 0) return held - 1;
    makeRoom(end - start);
    const from = startOf(size);
    text.set(bytes.subarray(start, end), from);
    hashes[size] = hash;
    ends[size] = from + end - start;
    size += 1;
    slots[slotOf(hash, bytes, start, end)] = size;
    return size - 1;
  };
  const encode = (term: string) => {
    if (scratch.length < term.length * 3) scratch = new Uint8Array(term.length * 3);
    scratchEnd = encoder.encodeInto(term, scratch).written;
  };

  return {
    idOf(term) {
      encode(term);
      return idOfBytes(scratch, 0, scratchEnd);
    },
    idOfBytes,
    find(term) {
      encode(term);
      const held = slots[slotOf(hashOf(scratch, 0, scratchEnd), scratch, 0, scratchEnd)] as number;
      return held === 0 ? undefined : held - 1;
    },
    termAt(id) {
      if (id >= size) return "";
      strings[id] ??= decoder.decode(text.subarray(startOf(id), ends[id]));
      return strings[id];
    },
    get size() {
      return size;
    },
    get sizeBytes() {
      const arrays = slots.byteLength + hashes.byteLength + ends.byteLength + text.byteLength;
      return arrays + size * STRING_BYTES + startOf(size);
    },
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function grown<T extends Uint32Array | Uint8Array>(array: T, length: number): T {
  const larger = (array instanceof Uint8Array ? new Uint8Array(length) : new Uint32Array(length)) as T;
  larger.set(array);
  return larger;
}

const key = randomBytes(8);
const KEY_LOW = key.readInt32LE(0);
const KEY_HIGH = key.readInt32LE(4);

/**
 * HalfSipHash-1-3 (J.-P. Aumasson, D. J. Bernstein): with a key of this process, so that nobody can write a page whose words all fall
 * into one slot.
 */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let v0 = KEY_LOW;
  let v1 = KEY_HIGH;
  let v2 = 0x6c796765 ^ KEY_LOW;
  let v3 = 0x74656462 ^ KEY_HIGH;
  const length = end - start;
  const whole = start + (length & ~3);
  // One round for each four bytes, one for the rest and the length, and three to end.
  for (let at = start, rounds = (length >>> 2) + 4; rounds > 0; rounds -= 1, at += 4) {
    let word = 0;
    if (at < whole) {
      word =
        (bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24);
    } else if (at === whole) {
      word = length << 24;
      for (let rest = whole; rest < end; rest += 1) word |= (bytes[rest] as number) << (8 * (rest - whole));
    } else if (at === whole + 4) v2 ^= 0xff;
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  return (v1 ^ v3) >>> 0;
}
