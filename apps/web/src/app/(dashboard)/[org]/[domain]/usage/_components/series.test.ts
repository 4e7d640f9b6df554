import { expect, test } from "vitest";
import { sumByModel, toSeries } from "./series.ts";

const series = (name: string, ...values: number[]) => ({ name, values });

test("the greatest comes first", () => {
  expect(toSeries([series("a", 1, 1), series("b", 0, 9)]).map(({ name }) => name)).toEqual(["b", "a"]);
});

test("beyond the fifth they are added together", () => {
  const all = ["a", "b", "c", "d", "e", "f", "g"].map((name, index) => series(name, 10 - index, 1));

  const shown = toSeries(all);

  expect(shown).toHaveLength(6);
  expect(shown.at(-1)).toEqual(series("2 others", 9, 2));
});

test("a sixth alone keeps its name", () => {
  const all = ["a", "b", "c", "d", "e", "f"].map((name, index) => series(name, 10 - index));

  expect(toSeries(all).at(-1)?.name).toBe("f");
});

test("a model's usage by jobs and by answers is added up, per day", () => {
  const day = { model: "sonnet", inputTokens: 10, outputTokens: 1, costUsd: 0.5 };

  const totals = sumByModel(
    [
      { ...day, day: "2026-11-19", source: "jobs", count: 2 },
      { ...day, day: "2026-11-20", source: "jobs", count: 1 },
      { ...day, day: "2026-11-20", source: "answers", count: 4 },
      { ...day, day: "2026-11-20", source: "jobs", count: 1, model: "opus", costUsd: 3 },
    ],
    ["2026-11-19", "2026-11-20"],
  );

  expect(totals).toEqual([
    { model: "opus", jobs: 1, answers: 0, inputTokens: 10, outputTokens: 1, costUsd: 3, values: [0, 3] },
    { model: "sonnet", jobs: 3, answers: 4, inputTokens: 30, outputTokens: 3, costUsd: 1.5, values: [0.5, 1] },
  ]);
});
