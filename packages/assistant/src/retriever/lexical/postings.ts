/** Where terms stand: for each term the documents that have it, and how often in each of their fields. */
export type Postings = {
  /** Those of term `t` are the entries from `starts[t]` to `starts[t + 1]`. */
  starts: Uint32Array;
  /** Document of each entry, ascending within a term. */
  documents: Uint32Array;
  /** Of each entry one count a field, side by side; 255 stands for more too. */
  counts: Uint8Array;
  fields: number;
  /** In how many documents a term stands in a field: `frequencies[t * fields + field]`. */
  frequencies: Uint32Array;
  /** Terms of each document in each field. */
  lengths: Uint32Array;
};

/** Collects terms of documents and packs them into postings. */
export type PostingsBuilder = {
  /** Documents come in order; terms of one document may come in any. */
  add(document: number, field: number, terms: Uint32Array): void;
  build(documents: number): Postings;
};

/** Collects postings of so many fields, for terms below `vocabularySize`. */
export function createPostingsBuilder(fields: number, vocabularySize: number): PostingsBuilder {
  let terms = new Uint32Array(1 << 16);
  let documents = new Uint32Array(1 << 16);
  let counts = new Uint8Array((1 << 16) * fields);
  const lengths: number[] = [];
  const entryOf = new Int32Array(vocabularySize).fill(-1);
  let size = 0;
  let current = -1;
  let start = 0;
  const grow = () => {
    terms = copyInto(new Uint32Array(size * 2), terms);
    documents = copyInto(new Uint32Array(size * 2), documents);
    counts = copyInto(new Uint8Array(size * 2 * fields), counts);
  };
  return {
    add(document, field, added) {
      if (document !== current) {
        current = document;
        start = size;
      }
      const place = document * fields + field;
      lengths[place] = (lengths[place] ?? 0) + added.length;
      // By number: this runs for every word of a site, several times.
      for (let number = 0; number < added.length; number += 1) {
        const term = added[number] as number;
        let entry = entryOf[term] ?? -1;
        if (entry < start) {
          if (size === terms.length) grow();
          entry = size++;
          entryOf[term] = entry;
          terms[entry] = term;
          documents[entry] = document;
        }
        const at = entry * fields + field;
        const count = counts[at] ?? 0;
        if (count < 255) counts[at] = count + 1;
      }
    },
    build(total) {
      const collected = { terms: terms.subarray(0, size), documents, counts };
      return sortByTerm(collected, {
        fields,
        vocabularySize,
        lengths: Uint32Array.from({ length: total * fields }, (_, at) => lengths[at] ?? 0),
      });
    },
  };
}

type Collected = { terms: Uint32Array; documents: Uint32Array; counts: Uint8Array };

function sortByTerm(
  { terms, documents, counts }: Collected,
  { fields, vocabularySize, lengths }: { fields: number; vocabularySize: number; lengths: Uint32Array },
): Postings {
  const starts = new Uint32Array(vocabularySize + 1);
  for (const term of terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < vocabularySize; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const next = starts.slice();
  const sorted: Postings = {
    starts,
    documents: new Uint32Array(terms.length),
    counts: new Uint8Array(terms.length * fields),
    fields,
    frequencies: new Uint32Array(vocabularySize * fields),
    lengths,
  };
  // By number, and each array read or written in its order where that can be: this runs for every word of a site.
  for (let entry = 0; entry < terms.length; entry += 1) {
    const term = terms[entry] as number;
    const to = next[term] as number;
    next[term] = to + 1;
    sorted.documents[to] = documents[entry] as number;
    for (let field = 0, from = entry * fields, into = to * fields; field < fields; field += 1)
      sorted.counts[into + field] = counts[from + field] as number;
  }
  for (let term = 0, entry = 0; term < vocabularySize; term += 1)
    for (const end = starts[term + 1] as number; entry < end; entry += 1)
      for (let field = 0; field < fields; field += 1)
        if (sorted.counts[entry * fields + field] !== 0) (sorted.frequencies[term * fields + field] as number) += 1;
  return sorted;
}

function copyInto<T extends Uint32Array | Uint8Array>(larger: T, from: T): T {
  larger.set(from);
  return larger;
}
