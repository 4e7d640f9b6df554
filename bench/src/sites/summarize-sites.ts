import type { AddressComparison } from "./built-pages.ts";
import type { Outcome } from "./score.ts";
import type { Generator, Half } from "./site-list.ts";
import type { Judged } from "./verdicts.ts";

/** What was measured at one site. */
export type SiteFigures = {
  name: string;
  dialect: Generator;
  half: Half;
  pages: number;
  ms: number;
  unknownLinks: number;
  errors: Judged[];
  warnings: Judged[];
  outcomes: Outcome[];
  addresses: AddressComparison | null;
};

export type SeedFigures = { seeded: number; found: number; atLine: number; elsewhere: number };

export function countOutcomes(outcomes: readonly Outcome[]): SeedFigures {
  return {
    seeded: outcomes.length,
    found: outcomes.filter(({ isFound }) => isFound).length,
    atLine: outcomes.filter(({ isAtLine }) => isAtLine).length,
    elsewhere: outcomes.reduce((sum, { elsewhere }) => sum + elsewhere.length, 0),
  };
}

export type CleanFigures = {
  pages: number;
  errors: VerdictCounts;
  warnings: VerdictCounts;
  /** Errors per 500 pages and warnings per 200 that are false, if every one without a verdict is. */
  falseErrorsAtMost: number;
  falseWarningsAtMost: number;
  /** The same, counting only those that were read and found false. */
  falseErrors: number;
  falseWarnings: number;
};
type VerdictCounts = { true: number; false: number; unjudged: number };

export function countClean(sites: readonly Pick<SiteFigures, "pages" | "errors" | "warnings">[]): CleanFigures {
  const pages = sites.reduce((sum, site) => sum + site.pages, 0);
  const errors = countVerdicts(sites.flatMap((site) => site.errors));
  const warnings = countVerdicts(sites.flatMap((site) => site.warnings));
  const rate = (count: number, per: number) => (pages === 0 ? 0 : (count * per) / pages);
  return {
    pages,
    errors,
    warnings,
    falseErrorsAtMost: rate(errors.false + errors.unjudged, 500),
    falseWarningsAtMost: rate(warnings.false + warnings.unjudged, 200),
    falseErrors: rate(errors.false, 500),
    falseWarnings: rate(warnings.false, 200),
  };
}

function countVerdicts(findings: readonly Judged[]): VerdictCounts {
  const count = (wanted: Judged["verdict"]) => findings.filter(({ verdict }) => verdict === wanted).length;
  return { true: count("true"), false: count("false"), unjudged: count("unjudged") };
}

/** What was found of one rule on sites as they are, errors and warnings together. */
export type RuleFigures = { rule: string; true: number; false: number; unjudged: number };

/** Counts the findings of each rule; the rules with most false and unjudged ones first. */
export function countRules(sites: readonly Pick<SiteFigures, "errors" | "warnings">[]): RuleFigures[] {
  const all = sites.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  const byRule = Map.groupBy(all, ({ finding }) => finding.rule);
  const figures = [...byRule].map(([rule, findings]): RuleFigures => ({ rule, ...countVerdicts(findings) }));
  const doubtful = (of: RuleFigures) => of.false + of.unjudged;
  return figures.sort((a, b) => doubtful(b) - doubtful(a) || b.true - a.true || (a.rule < b.rule ? -1 : 1));
}

/** Groups in the order in which their keys are listed; empty ones are left out. */
export function groupBy<T, K extends string>(
  items: readonly T[],
  keys: readonly K[],
  keyOf: (item: T) => K,
): [K, T[]][] {
  return keys.flatMap((key) => {
    const own = items.filter((item) => keyOf(item) === key);
    return own.length === 0 ? [] : [[key, own] as [K, T[]]];
  });
}
