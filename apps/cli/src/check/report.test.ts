import { expect, test } from "vitest";
import { formatAnnotations, toSarif } from "./report.ts";
import type { CheckOutcome } from "./run-check.ts";

const OUTCOME: CheckOutcome = {
  errors: [{ path: "a b/ü#.md", line: 3, column: 7, rule: "broken-link", message: "The link x doesn't match." }],
  warnings: [{ path: "c.md", line: 1, column: 1, rule: "orphan-page", message: "It isn't in the navigation." }],
  notes: [{ path: "d.md", line: 2, column: 1, rule: "redirected-link", message: "The link /a leads elsewhere." }],
  counts: { pages: 2, links: 1, unknownLinks: 0 },
  fixed: 0,
  fromHere: "elsewhere/",
  inRepository: "docs/",
};

test("a finding is a result of its rule, at its place in the repository", () => {
  const log = toSarif(OUTCOME);
  const [run] = log.runs;
  const [first, second, third] = run?.results ?? [];

  expect(log).toMatchObject({ version: "2.1.0", $schema: expect.stringMatching(/sarif-2\.1\.0/) });
  expect(first).toMatchObject({ ruleId: "broken-link", level: "error", message: { text: expect.any(String) } });
  expect(first?.locations?.[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: "docs/a%20b/%C3%BC%23.md", uriBaseId: "%SRCROOT%" },
    region: { startLine: 3, startColumn: 7 },
  });
  expect(second).toMatchObject({ ruleId: "orphan-page", level: "warning" });
  expect(third).toMatchObject({ ruleId: "redirected-link", level: "note" });
  for (const { ruleId, ruleIndex = -1 } of run?.results ?? []) {
    expect(run?.tool.driver.rules?.[ruleIndex]?.id).toBe(ruleId);
  }
});

test("a note is a notice of GitHub, and no problem", () => {
  const lines = formatAnnotations({ ...OUTCOME, errors: [], warnings: [] }).split("\n");

  expect(lines).toEqual([
    "::notice file=elsewhere/d.md,line=2,col=1,title=redirected-link::The link /a leads elsewhere.",
    "No problems, 1 note in 2 pages and 1 link.",
  ]);
});

test("every rule says in a sentence what it reports", () => {
  const rules = toSarif(OUTCOME).runs[0]?.tool.driver.rules ?? [];

  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  expect(rules.filter(({ shortDescription }) => !/\.$/.test(shortDescription?.text ?? ""))).toEqual([]);
});
