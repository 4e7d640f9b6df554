import { type Summary, summarize } from "../measure/summarize.ts";
import { formatBytes, formatRatio, formatSummary } from "../report/format.ts";
import type { Report } from "../report/report.ts";
import type { Batch } from "./run-batch.ts";

export type LaneName = "small1" | "small4" | "large1" | "large4";

const LANES: Record<LaneName, { name: string; parallel: number; alone: LaneName }> = {
  small1: { name: "small site, 1 at a time", parallel: 1, alone: "small1" },
  small4: { name: "small site, 4 in parallel", parallel: 4, alone: "small1" },
  large1: { name: "20,000 files, 1 at a time", parallel: 1, alone: "large1" },
  large4: { name: "20,000 files, 4 in parallel", parallel: 4, alone: "large1" },
};

export function reportThroughput(taken: Record<LaneName, Batch[]>, rounds: number): Report {
  const row = (lane: LaneName): string[] => {
    const { name, parallel, alone } = LANES[lane];
    const batches = taken[lane];
    const perMinute = summarizeRate(batches);
    const each = (bytes: (batch: Batch) => number) => formatBytes(summarize(batches.map(bytes)).median);
    const isMeasured = batches.every(({ memoryBytes }) => memoryBytes !== null);
    return [
      name,
      ...formatSummary(perMinute, (value) => value.toFixed(0)),
      formatRatio(perMinute.median / summarizeRate(taken[alone]).median),
      isMeasured ? each(({ memoryBytes }) => (memoryBytes ?? 0) / parallel) : "not measured",
      each(({ workingBytes }) => workingBytes / parallel),
      each(({ keptBytes, jobs }) => keptBytes.cache / jobs),
      each(({ keptBytes, jobs }) => keptBytes.repository / jobs),
      each(({ keptBytes, jobs }) => keptBytes.database / jobs),
    ];
  };
  const jobs = taken.small1[0]?.jobs ?? 0;
  return {
    name: "throughput",
    title: "Jobs a minute with a model that answers immediately; memory and disk per job",
    columns: [
      "",
      "jobs/min",
      "min – max",
      "ratio",
      "memory",
      "disk while it runs",
      "cache after",
      "repository after",
      "database after",
    ],
    rows: (Object.keys(LANES) as LaneName[]).map(row),
    reaches: [],
    notes: [
      `${rounds} batches of ${jobs} jobs a line, taken in turns after one to warm up. Each job has four steps and ends with a pull request.`,
      "Memory: peak of the worker process and its git processes above idle, divided by the number of concurrent jobs.",
    ],
    figures: taken,
  };
}

const summarizeRate = (batches: readonly Batch[]): Summary =>
  summarize(batches.map(({ jobs, tookMs }) => (jobs * 60_000) / tookMs));
