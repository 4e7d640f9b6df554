/** The part of Playwright's JSON report that is read here. */
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

/** Counts the cases of a Playwright report; errors outside any case count as one failed case each. */
export function countPlaywright({ stats, errors }: PlaywrightReport): { passed: number; failed: number } {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
