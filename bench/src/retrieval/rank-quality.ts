import type { CorpusQuery } from "./corpus.ts";

/** Pages that the first request of an answer brings. */
export const SENT_PAGES = 12;

/** How good one ranking is, each from 0 to 1. */
export type RankQuality = {
  /** Normalised discounted cumulative gain of the first ten (Järvelin and Kekäläinen 2002), a page being right or not. */
  ndcg: number;
  /** Share of the right pages among the first five. */
  recall: number;
  /** One by the place of the first right page; 0 when it is not among the first ten. */
  reciprocalRank: number;
  /** Whether the first page is right. */
  first: number;
  /** Whether a right page is among those that an answer is given from. */
  sent: number;
};

/** Judges a ranking of pages, without those that the question excludes. */
export function rankQuality(paths: readonly string[], { relevant, exclude = [] }: CorpusQuery): RankQuality {
  const found = [...new Set(paths)].filter((path) => !exclude.includes(path));
  const ranking = found.slice(0, 10);
  const right = new Set(relevant);
  const places = ranking.flatMap((path, place) => (right.has(path) ? [place] : []));
  const gain = (place: number) => 1 / Math.log2(place + 2);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const ideal = sum(Array.from({ length: Math.min(10, right.size) }, (_, place) => gain(place)));
  return {
    ndcg: sum(places.map(gain)) / ideal,
    recall: places.filter((place) => place < 5).length / Math.min(5, right.size),
    reciprocalRank: places[0] === undefined ? 0 : 1 / (places[0] + 1),
    first: places[0] === 0 ? 1 : 0,
    sent: found.slice(0, SENT_PAGES).some((path) => right.has(path)) ? 1 : 0,
  };
}
