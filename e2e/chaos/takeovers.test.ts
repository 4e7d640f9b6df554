import { expect, test } from "vitest";
import type { FaultKind } from "./fault-injector.ts";
import type { JobRecord } from "./read-records.ts";
import { type Hold, measureTakeovers, readHolds, readReady } from "./takeovers.ts";

const WORKER = 11;
const OTHER = 12;
const BOTH = [WORKER, OTHER].map((pid) => ({ pid, fromMs: 0 }));

function jobOf(events: [number, string][]): JobRecord {
  return {
    id: "job_1",
    name: "chaos-001",
    status: "completed",
    failure: null,
    branch: null,
    prLink: null,
    pullRequests: 0,
    messages: [],
    takenMessages: 0,
    lastEventSeq: events.length,
    events: events.map(([atMs, type], index) => ({ seq: index + 1, type, atMs })),
    steps: [],
  };
}

const held: Hold = { jobId: "job_1", pid: WORKER, fromMs: 50, toMs: Number.POSITIVE_INFINITY };
const fault = (atMs: number, kind: FaultKind, ...pids: number[]) => ({ atMs, kind, pids });
const job = jobOf([
  [0, "job.created"],
  [60, "job.started"],
  [90, "model.replied"],
  [5_000, "message.received"],
  [10_400, "job.started"],
  [11_000, "job.completed"],
]);

test("a takeover lasts from the death of the worker that had the job to the next event of its work", () => {
  const takeovers = measureTakeovers([job], [fault(100, "kill a worker", WORKER)], [held], BOTH);

  expect(takeovers).toEqual([{ job: "chaos-001", ms: 10_300, silentMs: 10_300, hitsMs: [0] }]);
});

test("a fault that hits another worker, or comes while the job waits, does not count", () => {
  const faults = [fault(100, "kill a worker", OTHER), fault(200, "kill web", 13), fault(12_000, "kill PostgreSQL", 14)];

  expect(measureTakeovers([job], faults, [held], BOTH)).toEqual([]);
});

test("a job that is hit again before it continues is measured from the last fault, and its silence from the first", () => {
  const faults = [fault(100, "kill a worker", WORKER), fault(4_100, "kill PostgreSQL", 14)];

  const takeovers = measureTakeovers([job], faults, [held], BOTH);

  expect(takeovers).toEqual([{ job: "chaos-001", ms: 6_300, silentMs: 10_300, hitsMs: [0, 4_000] }]);
});

test("a worker that has let go of a job is not the one who has it", () => {
  const log = [
    { time: 50, pid: WORKER, jobId: "job_1", msg: "job taken" },
    { time: 95, pid: WORKER, jobId: "job_1", msg: "job handed back" },
    { time: 60, pid: OTHER, jobId: "job_2", msg: "job taken" },
  ].map((line) => JSON.stringify(line));

  const holds = readHolds([...log, '{"time":70,"pi'].join("\n"));

  expect(holds).toEqual([
    { jobId: "job_1", pid: WORKER, fromMs: 50, toMs: 95 },
    { jobId: "job_2", pid: OTHER, fromMs: 60, toMs: Number.POSITIVE_INFINITY },
  ]);
  expect(measureTakeovers([job], [fault(100, "kill a worker", WORKER)], holds, BOTH)).toEqual([]);
});

test("the death of the last worker that could have taken a job over counts, too", () => {
  const first = fault(100, "kill a worker", WORKER);
  const last = fault(8_000, "kill a worker", OTHER);

  expect(measureTakeovers([job], [first, last], [held], BOTH)).toEqual([
    { job: "chaos-001", ms: 2_400, silentMs: 10_300, hitsMs: [0, 7_900] },
  ]);
  const third = { pid: 13, fromMs: 7_000 };
  expect(measureTakeovers([job], [first, last], [held], [...BOTH, third])).toMatchObject([{ ms: 10_300 }]);
});

test("a worker is ready from the line that says so", () => {
  const line = { level: 30, time: 70, pid: 11, name: "docsteward-worker", msg: "worker is ready" };
  const lines = [line, { ...line, msg: "job taken" }].map((fields) => JSON.stringify(fields));

  expect(readReady([...lines, '{"time":70,"pi'].join("\n"))).toEqual([{ pid: 11, fromMs: 70 }]);
});
