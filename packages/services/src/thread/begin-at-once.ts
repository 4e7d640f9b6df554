/** An iterator that can be left. */
export type Leavable<T> = AsyncIterableIterator<T> & { return(): Promise<IteratorResult<T>> };

/** Begins a generator at once, so that leaving it runs its end also when nobody has read from it yet. */
export function beginAtOnce<T>(source: AsyncGenerator<T, undefined>): Leavable<T> {
  let first: Promise<IteratorResult<T>> | null = source.next();
  const iterator: Leavable<T> = {
    next() {
      const upcoming = first ?? source.next();
      first = null;
      return upcoming;
    },
    return: () => source.return(undefined),
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
