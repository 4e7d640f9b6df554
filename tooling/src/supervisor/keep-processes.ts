import { join } from "node:path";
import type { Reporter } from "@docsteward/db/reporter";
import { ROOT } from "../root.ts";
import { type Kept, keepRunning } from "./keep-running.ts";
import { startChild } from "./start-child.ts";
import { untilReady } from "./until-ready.ts";
import { watchSources } from "./watch-sources.ts";

const WEB = join(ROOT, "apps/web/src/main.ts");
const WORKER = join(ROOT, "apps/worker/src/main.ts");
const WORKER_SOURCES = ["agent", "contract", "db", "docs", "git", "models", "platform", "services"]
  .map((name) => join(ROOT, "packages", name, "src"))
  .concat(join(ROOT, "apps/worker/src"));

export type ProcessesOptions = {
  /** Asked anew at each start, since the database may have moved. */
  variables(): Record<string, string | undefined>;
  workers: number;
  /** The folder of the web app's build, the same at each start; null in development. */
  build: string | null;
  output: "inherit" | number;
  log: Reporter;
  /** Gives up waiting for the first start. */
  signal: AbortSignal;
};

/**
 * Makes one web process and some workers, to be kept running. In development workers restart when their sources change.
 *
 * @returns `start`, which resolves when all are ready and throws when one cannot start, and `stop`
 */
export function keepProcesses({ variables, workers, build, output, log, signal }: ProcessesOptions) {
  const stopping = new AbortController();
  const kept: Kept[] = [];

  const keep = async (name: string, script: string, args: string[]) => {
    let isFirst = true;
    const start = async () => {
      const child = startChild({ script, args, variables: variables(), output });
      if (isFirst) await untilReady(name, child, signal);
      isFirst = false;
      return child;
    };
    kept.push(await keepRunning({ name, start, onLine: (line) => log.warn(line) }));
  };

  const start = async (): Promise<Kept[]> => {
    const names = Array.from({ length: workers }, () => "docsteward-worker");
    const starts = [
      keep("docsteward-web", WEB, build === null ? ["--dev"] : ["--build", build]),
      ...names.map((name) => keep(name, WORKER, [])),
    ];
    // All settle first, so that `stop` finds every process that did start.
    const failed = (await Promise.allSettled(starts)).find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
    if (build === null) watchSources(WORKER_SOURCES, restartWorkers, stopping.signal);
    return kept;
  };

  const restartWorkers = async () => {
    const running = kept.filter(({ name }) => name === "docsteward-worker");
    await Promise.all(running.map((worker) => worker.restart()));
  };

  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all(kept.map((process) => process.stop()));
  };

  return { start, stop };
}
