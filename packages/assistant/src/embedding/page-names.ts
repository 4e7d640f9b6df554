import { documentsWith, type LexicalIndex, rarityOf } from "../retriever/lexical/lexical-index.ts";
import type { QueryWord } from "../retriever/lexical/query-word.ts";

/** What a page is called: by itself, and by the links of others. */
export type PageNames = { title: Name; links: Name[] };

/** The terms of a name, each once, and how rare they are together. */
type Name = { terms: Uint32Array; rarity: number };

/** How far a query calls a page by its name, from 0 to 1. */
export type Naming = { title: number; link: number };

/** Gathers the names of every page of a site. */
export function collectNames(index: LexicalIndex): PageNames[] {
  const rarities = new Map<number, number>();
  const rarityOfTerm = (term: number) => {
    const rarity = rarities.get(term) ?? rarityOf(documentsWith(index, term), index.pageOfChunk.length);
    rarities.set(term, rarity);
    return rarity;
  };
  const toName = (terms: Uint32Array): Name => {
    const distinct = Uint32Array.from(new Set(terms)).sort();
    return { terms: distinct, rarity: distinct.reduce((sum, term) => sum + rarityOfTerm(term), 0) };
  };
  const numbers = new Map(index.pages.map(({ file }, number) => [file, number]));
  const links = index.pages.map(() => new Map<string, Name>());
  for (const [from, { links: own }] of index.analyzed.entries()) {
    for (const { file, terms } of own) {
      const to = numbers.get(file);
      if (to === undefined || to === from || terms.length === 0) continue;
      const name = toName(terms);
      links[to]?.set(name.terms.join(), name);
    }
  }
  return index.analyzed.map(({ title }, page) => ({ title: toName(title), links: [...(links[page]?.values() ?? [])] }));
}

/** Prepares a query to be compared with names. */
export function createNaming(index: LexicalIndex, words: readonly QueryWord[]): (names: PageNames) => Naming {
  const whole = words.reduce((sum, { rarity, weight }) => sum + rarity * weight, 0);
  const rarityByTerm = new Map<number, number>();
  for (const { terms } of words)
    for (const { id } of terms) rarityByTerm.set(id, rarityOf(documentsWith(index, id), index.pageOfChunk.length));
  const compare = ({ terms, rarity }: Name) => {
    let hit = 0;
    for (const term of terms) hit += rarityByTerm.get(term) ?? 0;
    return rarity === 0 || whole === 0
      ? { said: 0, share: 0 }
      : { said: hit / rarity, share: Math.min(1, hit / whole) };
  };
  return ({ title, links }) => {
    const own = compare(title);
    let link = 0;
    for (const name of links) {
      const { said, share } = compare(name);
      link = Math.max(link, said * said * share);
    }
    return { title: own.said * Math.sqrt(own.share), link };
  };
}
