/** The part of vitest's JSON report that is read here. */
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** Counts the cases of a vitest report; a file that failed before its first case counts as one failed case. */
export function countVitest(report: VitestReport): { passed: number; failed: number } {
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed };
}
