import { join } from "node:path";

/** What `start` runs: itself, and the processes that it starts. */
export const RUN_ENTRY = "tooling/src/run-service.ts";
export const WEB_ENTRY = "apps/web/src/main.ts";
export const WORKER_ENTRY = "apps/worker/src/main.ts";
/** What the web process has run in others, by `runBounded`. */
export const WEB_TASKS = ["preview", "diff"].map((name) => `apps/web/src/server/pull-request/bounded-${name}.ts`);

/** Where a bundle has an entry. */
export const scriptOf = (code: string, entry: string) => join(code, entry.replace(/\.ts$/, ".js"));
