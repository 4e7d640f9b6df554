import { expect, test } from "vitest";
import { findTickFaults, type TickRun } from "./find-faults.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);
const hour = (hours: number) => START_MS + hours * HOUR_MS;

const run = (tick: number, more: Partial<TickRun> = {}): TickRun => ({
  automation: "a",
  tickMs: hour(tick),
  takenMs: hour(tick) + 30_000,
  state: "continued",
  jobId: "job",
  ...more,
});

const judge = (runs: TickRun[], { hours, messages = runs.length }: { hours: number[]; messages?: number }) =>
  findTickFaults(
    { runs, messages: new Map([["job", messages]]) },
    { automations: ["a"], due: hours.map(hour), nowMs: hour(hours.at(-1) ?? 0) + 60_000 },
  ).map(({ kind, text }) => `${kind}: ${text}`);

test("one run for each time is well, and so is one run for all times that passed before it was taken", () => {
  expect(judge([run(0), run(1), run(2)], { hours: [0, 1, 2] })).toEqual([]);
  expect(judge([run(0), run(1, { takenMs: hour(25) + 30_000 }), run(26)], { hours: [0, 1, 26] })).toEqual([]);
});

test("a time without a run is missed, also at the end", () => {
  expect(judge([run(0), run(2)], { hours: [0, 2] })).toEqual(["missed: a has no run for 2026-01-01T01:00:00.000Z"]);
  expect(judge([run(0)], { hours: [0, 1] })).toContain("missed: a has no run for 2026-01-01T01:00:00.000Z");
});

test("a second run for a time, and one for a time that an earlier run had taken, are doubled", () => {
  expect(judge([run(0), run(0)], { hours: [0] })).toEqual(["doubled: a ran once more for 2026-01-01T00:00:00.000Z"]);
  const late = run(0, { takenMs: hour(3) + 30_000 });
  expect(judge([late, run(2), run(4)], { hours: [0, 4] })).toContain(
    "doubled: a ran once more for 2026-01-01T02:00:00.000Z",
  );
});

test("a run that nobody decided, an instruction too many or too few, and a job of no run are named", () => {
  expect(judge([run(0, { state: "waiting", jobId: null })], { hours: [0], messages: 0 })).toEqual([
    "undecided: a, 2026-01-01T00:00:00.000Z: waiting",
    "job without run: job job belongs to no run",
  ]);
  expect(judge([run(0)], { hours: [0], messages: 2 })).toEqual(["doubled: job job got 2 instructions of 1 runs"]);
  expect(judge([run(0)], { hours: [0], messages: 0 })).toEqual(["missed: job job got 0 instructions of 1 runs"]);
});
