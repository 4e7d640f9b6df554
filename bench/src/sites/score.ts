import type { CheckResult } from "../../../packages/docs/src/checks/check-site.ts";
import type { Finding } from "../../../packages/docs/src/checks/finding.ts";
import type { SeededFault } from "./fault.ts";
import type { Generator, Half, OpenSite } from "./site-list.ts";

/** What became of one seeded fault. */
export type Outcome = {
  site: string;
  dialect: Generator;
  half: Half;
  faultClass: string;
  isFound: boolean;
  isAtLine: boolean;
  /** Findings that neither name the fault nor follow from it. */
  elsewhere: Finding[];
  /** For reading: where the fault is, and what was found in its place. */
  places: SeededFault["places"];
  /** The edits of the fault, in words. */
  done: string;
  found: Finding[];
};

/** A finding may name the line before or after. */
const NEAR_LINES = 1;

export function scoreFault(
  { name, dialect, half }: Pick<OpenSite, "name" | "dialect" | "half">,
  faultClass: string,
  { places, rules, follows }: Pick<SeededFault, "places" | "rules" | "follows">,
  { errors, warnings }: CheckResult,
  done: string,
): Outcome {
  const all = [...errors, ...warnings];
  const isNamed = (finding: Finding) =>
    rules.includes(finding.rule) && places.some(({ path }) => path === finding.path);
  const found = all.filter(isNamed);
  const isNear = ({ path, line }: Finding) =>
    places.some(
      (place) =>
        place.path === path && (place.lines === "any" || place.lines.some((one) => Math.abs(one - line) <= NEAR_LINES)),
    );
  const isFound = found.length > 0;
  const elsewhere = all.filter((finding) => !isNamed(finding) && !follows(finding));
  const isAtLine = found.some(isNear);
  return { site: name, dialect, half, faultClass, isFound, isAtLine, elsewhere, places, done, found };
}
