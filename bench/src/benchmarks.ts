import { firstRequest } from "./first-request/first-request.ts";
import type { Benchmark } from "./report/report.ts";
import { stepOverhead } from "./step-overhead/step-overhead.ts";
import { throughput } from "./throughput/throughput.ts";

/** Every benchmark by the name it is run by, in the order in which all of them run. */
export const BENCHMARKS: Record<string, Benchmark> = {
  "first-request": firstRequest,
  "step-overhead": stepOverhead,
  throughput,
  // Loaded when it runs: it imports what is installed only then.
  checks: async (options) => (await import("./checks/checks.ts")).checks(options),
};
