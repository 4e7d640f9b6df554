import { colors } from "@docsteward/tooling/terminal";
import { FAULT_KINDS } from "./fault-injector.ts";
import { FINDING_KINDS, type Finding, type FindingKind } from "./invariants.ts";
import type { ChaosReport } from "./run-chaos.ts";

/** A job that was hit continues within this time. */
const LONGEST_TAKEOVER_MS = 15_000;
const SHOWN = 20;

/** Says what came of a run: what was done to the service, and what that did to the jobs. @returns whether all is well */
export function printReport(report: ChaosReport, print: (line: string) => void): boolean {
  const { findings, faults, takeovers, troubles, jobs, messages, modelCalls, playedMs } = report;
  const seconds = playedMs / 1_000;
  const rows: [string, string][] = [
    ["jobs completed", `${jobs}, ${((jobs * 60) / seconds).toFixed(1)} a minute, in ${seconds.toFixed(0)} s`],
    ["messages, model calls", `${messages}, ${modelCalls}`],
    ["answers to callers", [...report.answers].map(([answer, count]) => `${answer} ×${count}`).join(", ")],
    ["faults", String(faults.length)],
    ...FAULT_KINDS.map((kind): [string, string] => [`  ${kind}`, String(faults.filter((s) => s.kind === kind).length)]),
    ["takeovers", describeTakeovers(takeovers.map(({ ms }) => ms))],
    ["  silence, faulted again", describeTakeovers(takeovers.map(({ silentMs }) => silentMs))],
    ["  longest silence", describeLongest(takeovers)],
  ];
  for (const [name, value] of rows) print(`${name.padEnd(26)}${value}`);
  print("");
  for (const kind of FINDING_KINDS) print(toRow(kind, findings));
  for (const text of [...findings.map(({ job, text }) => `${job ?? "repository"}: ${text}`), ...troubles].slice(
    0,
    SHOWN,
  ))
    print(colors.red(`  ${text}`));
  const late = takeovers.filter(({ ms }) => ms > LONGEST_TAKEOVER_MS);
  for (const { job, ms } of late.slice(0, SHOWN)) print(colors.red(`  ${job}: stalled for ${toSeconds(ms)}`));
  return findings.length + troubles.length + late.length === 0;
}

function toRow(kind: FindingKind, findings: Finding[]): string {
  const count = findings.filter((finding) => finding.kind === kind).length;
  return `${kind.padEnd(26)}${count === 0 ? colors.green("0") : colors.red(String(count))}`;
}

function describeTakeovers(ms: number[]): string {
  const sorted = ms.toSorted((a, b) => a - b);
  if (sorted.length === 0) return "0";
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${sorted.length}, median ${toSeconds(median)}, longest ${toSeconds(sorted.at(-1) ?? 0)}`;
}

/** A job that is hit every few seconds has no time to begin again in between. */
function describeLongest(takeovers: ChaosReport["takeovers"]): string {
  const [longest] = takeovers.toSorted((a, b) => b.silentMs - a.silentMs);
  if (!longest) return "none";
  const hits = longest.hitsMs.map((ms) => (ms / 1_000).toFixed(1));
  return `${toSeconds(longest.silentMs)}, ${longest.job}, hit after ${hits.join(", ")} s`;
}

const toSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
