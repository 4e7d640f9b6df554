import { expect, test } from "vitest";
import { sumByModel } from "./series.ts";

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
