import { expect, test } from "vitest";
import { type Evidence, fuseScores } from "./fuse-scores.ts";

const unnamed = { title: 0, link: 0 };
const page = (words: number, meaning = Number.NaN, naming = unnamed, passages = 1): Evidence => ({
  words,
  meaning,
  naming,
  passages,
});
const order = (evidence: Evidence[], trust = 1) => {
  const scores = fuseScores(evidence, trust);
  return [...scores.keys()].filter((at) => (scores[at] ?? 0) > 0).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
};

test("where meanings are the same, words decide", () => {
  expect(order([page(3, 0.5), page(9, 0.5), page(6, 0.5)])).toEqual([1, 2, 0]);
});

test("where words are the same, the nearer in meaning comes first", () => {
  expect(order([page(5, 0.1), page(5, 0.9), page(5, 0.5)])).toEqual([1, 2, 0]);
});

test("a meaning that is not trusted changes nothing", () => {
  expect(order([page(6, 0.1), page(5, 0.9)], 0)).toEqual([0, 1]);
});

test("a page that the question calls by its name comes first", () => {
  const named = { title: 1, link: 0.8 };

  expect(order([page(5, 0.5), page(4, 0.5, named)])).toEqual([1, 0]);
});

test("where all else is the same, the page comes first that says less besides, with and without meaning", () => {
  const pages = [page(5, 0.5, unnamed, 40), page(5, 0.5, unnamed, 2)];

  expect(order(pages)).toEqual([1, 0]);
  expect(order(pages, 0)).toEqual([1, 0]);
});

test("a page without a vector counts as one of middling meaning", () => {
  expect(order([page(5), page(5, 0.9), page(5, 0.1)])).toEqual([1, 0, 2]);
});

test("a page that neither words nor meaning speak for does not answer", () => {
  const scores = fuseScores([page(5, 0.5), page(0, 0.4), page(0)], 1);

  expect([scores[1], scores[2]]).toEqual([0, 0]);
});

test("the best score is as high as the best by words", () => {
  const scores = fuseScores([page(12, 0.2), page(30, 0.4), page(20, 0.9)], 1);

  expect(Math.max(...scores)).toBeCloseTo(30);
});

test("the only page of a site does not answer what it has no word of", () => {
  expect(order([page(0)])).toEqual([]);
});

test("a page that stands out but is far from the question does not answer without its words", () => {
  const far = Array.from({ length: 20 }, () => page(0, 0.01));

  expect(order([...far, page(0, 0.2)])).toEqual([]);
  expect(order([...far, page(0, 0.5)])).toEqual([20]);
});
