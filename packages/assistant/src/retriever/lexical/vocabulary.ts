/** The terms of an index by number, and back. Only grows. */
export type Vocabulary = {
  /** The number of a term, a new one when it was not known. */
  idOf(term: string): number;
  find(term: string): number | undefined;
  termAt(id: number): string;
  readonly size: number;
};

export function createVocabulary(): Vocabulary {
  const ids = new Map<string, number>();
  const terms: string[] = [];
  return {
    idOf(term) {
      const known = ids.get(term);
      if (known !== undefined) return known;
      ids.set(term, terms.length);
      return terms.push(term) - 1;
    },
    find: (term) => ids.get(term),
    termAt: (id) => terms[id] ?? "",
    get size() {
      return terms.length;
    },
  };
}
