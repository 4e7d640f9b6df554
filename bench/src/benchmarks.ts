import { api } from "./api/api.ts";
import { firstRequest } from "./first-request/first-request.ts";
import { prefix } from "./prefix/prefix.ts";
import type { Benchmark } from "./report/report.ts";
import { start } from "./start/start.ts";
import { stepOverhead } from "./step-overhead/step-overhead.ts";
import { throughput } from "./throughput/throughput.ts";

/** Every benchmark by the name it is run by, in the order in which all of them run. */
export const BENCHMARKS: Record<string, Benchmark> = {
  "first-request": firstRequest,
  "step-overhead": stepOverhead,
  throughput,
  api,
  start,
  prefix,
  // Loaded when it runs: it imports what is installed only then.
  checks: async (options) => (await import("./checks/checks.ts")).checks(options),
  sites: async (options) => (await import("./sites/sites.ts")).sites(options),
  drift: async (options) => (await import("./drift/drift.ts")).drift(options),
  samples: async (options) => (await import("./samples/samples.ts")).samples(options),
  fixes: async (options) => (await import("./fixes/fixes.ts")).fixes(options),
  localization: async (options) => (await import("./localization/localization.ts")).localization(options),
  translations: async (options) => (await import("./translations/translations.ts")).translations(options),
  index: async (options) => (await import("./site-index/site-index.ts")).siteIndex(options),
  assistant: async (options) => (await import("./assistant/assistant.ts")).assistant(options),
  dashboard: async (options) => (await import("./dashboard/dashboard.ts")).dashboard(options),
  "dashboard-size": async (options) => (await import("./dashboard/size.ts")).dashboardSize(options),
  readers: async (options) => (await import("./readers/readers.ts")).readers(options),
  github: async (options) => (await import("./github/github.ts")).github(options),
  scale: async (options) => (await import("./scale/scale.ts")).scale(options),
  retrieval: async (options) => (await import("./retrieval/retrieval.ts")).retrieval(options),
};
