import { createTestServices } from "@docsteward/services/testing";
import { expect, test, vi } from "vitest";
import { runTicks } from "./run-ticks.ts";

/** A killed worker's entry waits some 12 seconds for its heartbeat to run out, and a machine may be busy. */
vi.setConfig({ testTimeout: 200_000 });

test("each time of a schedule has one run and one instruction, through kill -9, clock changes and a day's outage", async () => {
  await using services = await createTestServices();

  const report = await runTicks({ services, ticks: 24, kills: 2, workers: 2, seed: "small" });

  expect(report.faults).toEqual([]);
  expect(report.ticks).toBe(24);
  expect(report.runs).toBeGreaterThanOrEqual(24);
  expect(report.messages).toBe(report.runs);
  expect(report.kills).toBe(2);
  expect(report.outageRuns).toEqual({ least: 1, most: 1 });
});
