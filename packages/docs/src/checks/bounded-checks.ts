import { siblingModule } from "@docsteward/platform/sibling-module";
import { runOnSite, type SiteRunOptions, type SkippedPage } from "../bounded/run-on-site.ts";
import type { CheckInput, CheckReport } from "./check-site.ts";
import { type Finding, SLOW_PAGE } from "./finding.ts";

/** A process that will check soon has this module loaded. */
export const CHECKS = { module: siblingModule(import.meta.url, "check-task"), name: "checkSiteTask" };

/**
 * Does what `checkSite` does in a process with bounds. A page that takes too much is not checked, which is a warning; one that
 * takes too much since the change is an error.
 *
 * @throws BoundedError with a sentence for people, where something else than a page takes too much
 */
export async function checkSiteBounded(input: CheckInput, options: SiteRunOptions): Promise<CheckReport> {
  const { reader, base, changes } = input;
  const run = { readers: { now: reader, base }, fixed: ["base"], input: changes };
  const { output, skipped } = await runOnSite<CheckReport>(CHECKS, run, options);
  if (skipped.length === 0) return output;
  const found = findSkipped(skipped, input);
  const isChecked = ({ path }: Finding) => !found.some(({ finding }) => finding.path === path);
  const add = (of: Finding[], isError: boolean) => [
    ...of.filter(isChecked),
    ...found.flatMap((one) => (one.isError === isError ? [one.finding] : [])),
  ];
  return { ...output, errors: add(output.errors, true), warnings: add(output.warnings, false) };
}

function findSkipped(skipped: SkippedPage[], { base, changes = [] }: CheckInput) {
  const before = new Set(skipped.flatMap(({ reader, path }) => (reader === "base" ? [path] : [])));
  const now = skipped.filter(({ reader }) => reader === "now");
  const changed = new Map(changes.map(({ path, from }) => [path, from ?? path]));
  // A page that the change has not touched is read in the base alone.
  const untouched = skipped.filter(({ reader, path }) => reader === "base" && !isTouched(path, changes));
  const all = new Map([...untouched, ...now].map((page) => [page.path, page]));
  return [...all.values()].map(({ path, reason }) => {
    const earlier = changed.get(path);
    const isError = base !== null && earlier !== undefined && !before.has(earlier);
    const message = `The page ${reason} to read, so it was not checked. Make it smaller or simpler.`;
    const finding: Finding = { path, line: 1, column: 1, rule: SLOW_PAGE, message };
    return { finding, isError };
  });
}

function isTouched(path: string, changes: NonNullable<CheckInput["changes"]>): boolean {
  return changes.some((change) => change.path === path || change.from === path);
}
