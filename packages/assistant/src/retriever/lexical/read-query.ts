import { stemEnglish } from "../terms/stem-english.ts";
import { wordsOf } from "../terms/words-of.ts";
import { isTelling } from "./analyze-page.ts";
import type { LexicalIndex } from "./lexical-index.ts";

/** One word of a query: the terms of the index that stand for it. */
export type QueryWord = {
  terms: { id: number; weight: number }[];
  /** How rare it is. */
  rarity: number;
  /** What it counts for beside the others. */
  weight: number;
};

/** Longer questions are cut: no reader writes one, and nobody may buy minutes with one. */
const MAX_CHARACTERS = 20_000;
/** Of a longer query only the rarest words count. */
const MAX_WORDS = 64;

/** Reads the words of a query that the index knows, each once. */
export function readQuery(index: LexicalIndex, text: string): QueryWord[] {
  const words = new Map<string, { count: number; isWhole: boolean }>();
  wordsOf(text.slice(0, MAX_CHARACTERS), (word, isWhole) => {
    if (!isWhole && !isTelling(word)) return;
    const known = words.get(word);
    if (known) known.count += 1;
    else words.set(word, { count: 1, isWhole });
  });
  const found = new Map<number, QueryWord>();
  for (const [word, { isWhole }] of words) {
    const forms = isWhole ? [word] : [...new Set([word, stemEnglish(word)])];
    const terms = forms.flatMap((form) => {
      const id = index.vocabulary.find(form);
      return id === undefined || documentsOf(index, id) === 0 ? [] : [{ id, weight: 1 }];
    });
    const [first] = terms;
    const key = terms.at(-1)?.id;
    if (first === undefined || key === undefined || found.has(key)) continue;
    const documents = terms.reduce((sum, { id }) => sum + documentsOf(index, id), 0);
    found.set(key, { terms, rarity: rarityOf(documents, index.pageOfChunk.length), weight: 1 });
  }
  return [...found.values()].sort((a, b) => b.rarity - a.rarity).slice(0, MAX_WORDS);
}

/** In how many chunks a term stands. */
function documentsOf({ chunkPostings, pagePostings }: LexicalIndex, term: number): number {
  const count = ({ starts }: { starts: Uint32Array }) => (starts[term + 1] ?? 0) - (starts[term] ?? 0);
  return Math.max(count(chunkPostings), count(pagePostings));
}

/** The idf of BM25. */
export function rarityOf(documents: number, all: number): number {
  return Math.log(1 + Math.max(all - documents + 0.5, 0) / (documents + 0.5));
}
