/** A stream of numbers that a seed settles: the same seed gives the same repository on every machine. */
export type Random = {
  /** From 0 up to and without 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  /** Bytes that do not compress, as those of an image. */
  bytes(count: number): Uint8Array;
};

/** Makes a stream of numbers with the mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const nextInteger = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = () => nextInteger() / 2 ** 32;
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from.");
      return item;
    },
    bytes: (count) => new Uint8Array(Uint32Array.from({ length: Math.ceil(count / 4) }, nextInteger).buffer, 0, count),
  };
}
