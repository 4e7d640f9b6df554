import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "../../../packages/docs/src/checks/finding.ts";
import { BENCH } from "../root.ts";

/**
 * What was said of a finding on a site after reading the page, or what the site's own builder said. The line is known by a hash, so that
 * no text of the site is kept here.
 */
export type Verdict = {
  site: string;
  rule: Finding["rule"];
  path: string;
  line: string;
  isTrue: boolean;
  why: string;
};

export type Judged = { finding: Finding; verdict: "true" | "false" | "unjudged" };

/** Reads `sites-verdicts.json`: by site, one line each of verdict, rule, path, hash of the line, and reason. */
export async function readVerdicts(): Promise<Verdict[]> {
  const bySite = JSON.parse(await readFile(join(BENCH, "sites-verdicts.json"), "utf8")) as Record<string, string[]>;
  return Object.entries(bySite).flatMap(([site, lines]) => lines.map((line) => parseVerdict(site, line)));
}

export function parseVerdict(site: string, text: string): Verdict {
  const [verdict, rule = "", path = "", line = "", why = ""] = text.split("|");
  return { site, rule: rule as Verdict["rule"], path, line, isTrue: verdict === "true", why };
}

/** Gives each finding of a site its verdict. */
export function judge(
  site: string,
  findings: readonly Finding[],
  texts: ReadonlyMap<string, string>,
  verdicts: readonly Verdict[],
): Judged[] {
  const known = new Map(verdicts.map((verdict) => [keyOf(verdict), verdict.isTrue]));
  return findings.map((finding) => {
    const line = hashLine(texts.get(finding.path), finding.line);
    const isTrue = known.get(keyOf({ site, rule: finding.rule, path: finding.path, line }));
    return { finding, verdict: isTrue === undefined ? "unjudged" : isTrue ? "true" : "false" };
  });
}

const keyOf = ({ site, rule, path, line }: Pick<Verdict, "site" | "rule" | "path" | "line">) =>
  [site, rule, path, line].join("\n");

/** Names a line by its text. A line that moved keeps its name. */
export function hashLine(text: string | undefined, line: number): string {
  const own = text?.split("\n")[line - 1]?.trim() ?? "";
  return createHash("sha256").update(own).digest("hex").slice(0, 12);
}
