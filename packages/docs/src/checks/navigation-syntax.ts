import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/** Rule `navigation-syntax`: a navigation file is not valid JSON or YAML. */
export function navigationProblems(site: Site): RawFinding[] {
  return site.navigation.problems.map(({ path, line, message }) => ({
    path,
    line,
    rule: "navigation-syntax",
    message,
    severity: "error",
    key: `navigation-syntax ${message}`,
  }));
}
