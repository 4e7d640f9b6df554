import { colors } from "@docsteward/tooling/terminal";
import type { HostileReport } from "./run-hostile.ts";

const LONGEST_SILENCE_MS = 2_000;
const LEAST_RATIO = 0.8;
const SHOWN = 12;

/** Says what the hostile tenant did to the service and to the other one. @returns whether the reach was met */
export function printReport(report: HostileReport, print: (line: string) => void): boolean {
  const { tried, untried, peaks, lost, alone, beside, control } = report;
  const silences = report.silences.filter(({ isBusy }) => isBusy);
  const starved = report.silences.length - silences.length;
  const perKilobyte = ({ cpuMs, bytes }: { cpuMs: number; bytes: number }) => cpuMs / Math.max(bytes / 1_000, 1);
  const slowest = tried.toSorted((a, b) => perKilobyte(b) - perKilobyte(a));
  print(
    `\n${colors.bold("Inputs")}  ${tried.length} tried alone, ${report.sentBeside} sent beside the honest tenant, ${untried.length} left out for want of time`,
  );
  print(
    `${"CPU a kB".padStart(12)}${"CPU".padStart(10)}${"silence".padStart(10)}  input, what came of it, where a process was silent`,
  );
  for (const input of slowest.slice(0, SHOWN)) {
    print(
      `${toMs(perKilobyte(input)).padStart(12)}${toMs(input.cpuMs).padStart(10)}${toMs(input.longestSilenceMs).padStart(10)}  ${input.name}`,
    );
    print(colors.dim(`${" ".repeat(34)}${input.outcome}${input.where ? `\n${" ".repeat(34)}${input.where}` : ""}`));
  }
  const names = [...new Set([...peaks.map(({ process }) => process)])];
  print(`\n${colors.bold("Processes")}`);
  for (const name of names) {
    const own = silences.filter(({ process }) => process === name);
    const peak = peaks.find(({ process }) => process === name)?.bytes ?? 0;
    print(
      `  ${name.padEnd(10)}${own.length} silences over 200 ms, longest ${toMs(own[0]?.ms ?? 0)}, memory peak ${Math.round(peak / 1_000_000)} MB`,
    );
  }
  print(`  ${starved} further silences in which the machine gave a process no time`);
  for (const { process, pid, fromMs, ms, cpuMs, where } of silences.slice(0, SHOWN)) {
    const at = new Date(fromMs).toISOString().slice(11, 19);
    print(colors.dim(`${toMs(ms).padStart(12)}  ${at} ${process} ${pid}, ${toMs(cpuMs)} of CPU: ${where.join("; ")}`));
  }
  const lateSilences = silences.filter(({ ms }) => ms > LONGEST_SILENCE_MS).length;
  const jobs = ratio(beside.jobsPerMinute, alone.jobsPerMinute);
  const answers = ratio(alone.p95Ms, beside.p95Ms);
  print(`\n${colors.bold("The honest tenant")}`);
  print(describeWork("alone", alone));
  print(describeWork("beside", beside));
  print(`  ratio     jobs ${jobs.toFixed(2)}, answers ${answers.toFixed(2)}`);
  if (control) {
    print(describeWork("computing", control));
    print(
      `  beside a process that computes as much and sends nothing: jobs ${ratio(control.jobsPerMinute, alone.jobsPerMinute).toFixed(2)}, answers ${ratio(alone.p95Ms, control.p95Ms).toFixed(2)}`,
    );
  }
  print("  its slowest answers beside, and the inputs under way");
  for (const { ms, inputs } of report.slowest) print(colors.dim(`${toMs(ms).padStart(12)}  ${inputs.join(", ")}`));
  print(`\n${colors.bold("Reach")}`);
  const goals: [string, boolean][] = [
    [`no process lost: ${lost.length} lost`, lost.length === 0],
    [`no process silent for more than 2 s: ${lateSilences} silences`, lateSilences === 0],
    [`jobs a minute beside, of those alone: ${jobs.toFixed(2)}, at least ${LEAST_RATIO}`, jobs >= LEAST_RATIO],
    [`p95 of answers alone, of that beside: ${answers.toFixed(2)}, at least ${LEAST_RATIO}`, answers >= LEAST_RATIO],
    ["every input tried", untried.length === 0],
  ];
  for (const [text, isMet] of goals) print(`  ${isMet ? colors.green("✓") : colors.red("✗")} ${text}`);
  for (const { process, pid, during } of lost.slice(0, SHOWN)) print(colors.red(`    ${process} ${pid}: ${during}`));
  for (const failure of [...new Set(beside.failures)].slice(0, 5))
    print(colors.dim(`    the honest tenant: ${failure}`));
  return goals.every(([, isMet]) => isMet);
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

function describeWork(name: string, work: HostileReport["alone"]): string {
  const { jobs, jobsPerMinute, answers, medianMs, p95Ms, failures } = work;
  return `  ${name.padEnd(10)}${jobsPerMinute.toFixed(1)} jobs a minute (${jobs}), ${answers} answers: median ${toMs(medianMs)}, p95 ${toMs(p95Ms)}, ${failures.length} failures`;
}

function toMs(ms: number): string {
  return ms >= 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms >= 10 ? Math.round(ms) : ms.toFixed(1)} ms`;
}
