import { expect, test } from "vitest";
import { countPlaywright, countVitest } from "./check.ts";

const file = (status: string, cases: number) => ({
  status,
  assertionResults: Array.from({ length: cases }, () => ({})),
});

test("vitest cases are counted", () => {
  const report = { numPassedTests: 5, numFailedTests: 1, success: false, testResults: [file("failed", 6)] };

  expect(countVitest(report)).toEqual({ passed: 5, failed: 1 });
});

test("a file that broke before its first case is a failed case", () => {
  const testResults = [file("passed", 2), file("failed", 0), file("failed", 0)];

  expect(countVitest({ numPassedTests: 2, numFailedTests: 0, success: false, testResults })).toEqual({
    passed: 2,
    failed: 2,
  });
});

test("a vitest run that failed for another reason is one failed case", () => {
  const report = { numPassedTests: 2, numFailedTests: 0, success: false, testResults: [file("passed", 2)] };

  expect(countVitest(report)).toEqual({ passed: 2, failed: 1 });
});

test("a story that passes only when it is retried has failed, and so has an error outside any story", () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1 };

  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 3, failed: 3 });
});
