import { expect, test } from "vitest";
import { fillDays } from "./analytics.tsx";

test("a day without questions is a row of zeros, so that a chart's days stay in their places", () => {
  const counted = {
    day: "2026-11-02",
    questions: 3,
    answered: 2,
    unanswered: 1,
    failed: 0,
    deflected: 2,
    up: 0,
    down: 1,
  };

  const filled = fillDays(["2026-11-01", "2026-11-02"], [counted]);

  expect(filled[0]).toMatchObject({ day: "2026-11-01", questions: 0, down: 0 });
  expect(filled[1]).toEqual(counted);
});
