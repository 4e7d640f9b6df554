import { JobLimits } from "@docsteward/contract/limits";
import { expect, test } from "vitest";
import { JOB_LIMIT_FIELDS, parseLimit } from "./job-limits-form.tsx";

test.each([
  ["60", 60],
  [" 2,000,000 ", 2_000_000],
  ["2.50", 2.5],
  ["", null],
  ["-1", null],
  ["1e3", null],
  ["ten", null],
])("%j is %j", (text, figure) => {
  expect(parseLimit(text)).toBe(figure);
});

test("every limit of jobs has a field", () => {
  expect(JOB_LIMIT_FIELDS.map(({ name }) => name).sort()).toEqual(Object.keys(JobLimits.shape).sort());
});
