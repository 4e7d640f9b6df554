/** How well a list of found pages answers a question, by the usual measures over its first `k`. */
export type QuestionScore = {
  /** Place of the first expected page, from 1; null when none is among the first `k`. */
  rank: number | null;
  /** Share of the expected pages that are among the first `k`. */
  recall: number;
  /** 1 when the expected pages come first; less the further down they are. */
  ndcg: number;
};

export function scoreQuestion(found: readonly string[], expected: readonly string[], k: number): QuestionScore {
  const wanted = new Set(expected);
  const places = found.slice(0, k).flatMap((path, index) => (wanted.has(path) ? [index] : []));
  const ideal = Math.min(wanted.size, k);
  const gain = (index: number) => 1 / Math.log2(index + 2);
  const sum = (indexes: Iterable<number>) => [...indexes].reduce((total, index) => total + gain(index), 0);
  return {
    rank: places[0] === undefined ? null : places[0] + 1,
    recall: places.length / wanted.size,
    ndcg: sum(places) / sum(Array(ideal).keys()),
  };
}
