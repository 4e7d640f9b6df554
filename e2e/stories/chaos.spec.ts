import { expect, test } from "@playwright/test";
import { runChaos } from "../chaos/run-chaos.ts";

/** The short form of `pnpm test:chaos`: no bound on time, since other things run on the same machine. */
test("nothing is lost, doubled, reordered or stalled while processes are killed", async () => {
  const report = await runChaos({
    seed: "short-36",
    jobs: 12,
    workers: 2,
    seconds: 25,
    onFault: () => undefined,
    signal: new AbortController().signal,
  });

  expect(report.findings).toEqual([]);
  expect(report.troubles).toEqual([]);
  expect(report.jobs).toBe(12);
  expect(report.faults.length).toBeGreaterThan(0);
});
