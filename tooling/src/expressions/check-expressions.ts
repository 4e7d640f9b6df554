import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { listSources, type SourceFile } from "../architecture-rules/check.ts";
import { TEST_FILES } from "../architecture-rules/rules.ts";
import type { AllowedExpression } from "./allowed-expressions.ts";
import { type FoundExpression, findExpressions } from "./find-expressions.ts";
import { judgeExpressions, type Verdict } from "./judge-expressions.ts";

/**
 * Checks that every regular expression of the shipped sources takes time in line with the length of its text, and that none is
 * made at run time.
 *
 * @param allowed the exceptions; one that matches nothing is a fault
 * @returns a sentence for each fault
 */
export async function checkExpressions(root: string, allowed: readonly AllowedExpression[]): Promise<string[]> {
  const found = (await listShipped(root)).flatMap(findExpressions);
  const isAllowed = (entry: AllowedExpression, { path, name }: FoundExpression) =>
    entry.file === path && entry.expression === name;
  const stale = allowed
    .filter((entry) => !found.some((one) => isAllowed(entry, one)))
    .map(({ file, expression }) => `${file} has no ${expression}: remove it from the list of allowed expressions`);
  const open = found.filter((one) => !allowed.some((entry) => isAllowed(entry, one)));
  const readable = open.filter((one) => one.kind === "expression");
  const verdicts = await judgeExpressions(readable, join(root, "tooling/src/expressions/linear-expressions.json"));
  const slow = readable.flatMap((one, index) => describeSlow(one, verdicts[index]));
  return [...slow, ...open.flatMap(describeUnreadable), ...stale];
}

/** Doubles for tests are in `testing`, and ship with nothing. */
async function listShipped(root: string): Promise<SourceFile[]> {
  const folders = await Promise.all(
    ["apps", "packages"].map(async (parent) => {
      const entries = await readdir(join(root, parent), { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map((entry) => `${parent}/${entry.name}`);
    }),
  );
  const files = await Promise.all(folders.flat().map((folder) => listSources(root, folder)));
  return files.flat().filter(({ path }) => !TEST_FILES.test(path) && !/\/testing/.test(path));
}

function describeSlow({ path, line, name }: FoundExpression, verdict: Verdict | undefined): string[] {
  if (!verdict || verdict.status === "linear") return [];
  const at = `${path}:${line} ${name}`;
  if (verdict.status === "unknown") return [`${at} can't be checked (${verdict.why}): make it simpler`];
  return [`${at} is not linear: ${verdict.degree}, attacked by ${verdict.attack}`];
}

function describeUnreadable({ path, line, name, kind }: FoundExpression): string[] {
  if (kind === "expression") return [];
  const why =
    kind === "dynamic" ? "is built at run time, so it can't be checked" : "matches globs in more than linear time";
  return [
    `${path}:${line} ${name} ${why}: use a scanner, or list it in tooling/src/expressions/allowed-expressions.ts`,
  ];
}
