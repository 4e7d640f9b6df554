import { expect, test } from "vitest";
import { rankQuality } from "./rank-quality.ts";

const query = { id: "1", kind: "issue", query: "?", relevant: ["a.md"], exclude: ["from.md"] };

test("a right page in the first place is all that can be asked", () => {
  expect(rankQuality(["a.md", "b.md"], query)).toEqual({ ndcg: 1, recall: 1, reciprocalRank: 1, first: 1, sent: 1 });
});

test("pages that are excluded or named twice take no place", () => {
  expect(rankQuality(["from.md", "b.md", "b.md", "a.md"], query)).toMatchObject({ reciprocalRank: 1 / 2, first: 0 });
});

test("two right pages have to be both above the others", () => {
  const two = { ...query, relevant: ["a.md", "c.md"] };

  expect(rankQuality(["a.md", "c.md"], two).ndcg).toBe(1);
  expect(rankQuality(["a.md", "b.md", "c.md"], two).ndcg).toBeCloseTo((1 + 1 / 2) / (1 + 1 / Math.log2(3)), 10);
});

test("what stands below the tenth place was not found, and may be sent", () => {
  const others = Array.from({ length: 10 }, (_, place) => `other-${place}.md`);

  expect(rankQuality([...others, "a.md"], query)).toEqual({ ndcg: 0, recall: 0, reciprocalRank: 0, first: 0, sent: 1 });
});

test("what stands below the twelfth place is not sent", () => {
  const others = Array.from({ length: 12 }, (_, place) => `other-${place}.md`);

  expect(rankQuality([...others, "a.md"], query).sent).toBe(0);
});
