/** Bounds of what is kept: how many values, and the sum of their sizes. */
type Bounds<Value> = { maxCount?: number; maxSize?: number; sizeOf?: (value: Value, key: string) => number };

/** Keeps the values that were used last, by key. Others are forgotten, the one used longest ago first. */
export class LastUsed<Value> {
  readonly #values = new Map<string, Value>();
  readonly #bounds: Required<Bounds<Value>>;
  #size = 0;

  /** @param bounds none without a word: `sizeOf` is in the unit of `maxSize` */
  constructor({ maxCount = Infinity, maxSize = Infinity, sizeOf = () => 0 }: Bounds<Value>) {
    this.#bounds = { maxCount, maxSize, sizeOf };
  }

  /** The value of a key, which counts as used; undefined where it is not kept. */
  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** The value of a key, made where it is not kept. */
  getOrMake(key: string, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** Keeps a value, in place of the key's last one. One that is larger than all may be is not kept. */
  set(key: string, value: Value): void {
    const { maxCount, maxSize, sizeOf } = this.#bounds;
    this.delete(key);
    this.#values.set(key, value);
    this.#size += sizeOf(value, key);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= maxCount && this.#size <= maxSize) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#size -= this.#bounds.sizeOf(value, key);
  }
}
