import { join } from "node:path";
import type { Reporter } from "@docsteward/db/reporter";
import { ROOT } from "../root.ts";
import { type Kept, keepRunning } from "./keep-running.ts";
import { startChild } from "./start-child.ts";
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
  isDev: boolean;
  output: "inherit" | number;
  log: Reporter;
};

/** One web process and some workers, kept running. In development workers restart when their sources change. */
export function keepProcesses({ variables, workers, isDev, output, log }: ProcessesOptions) {
  const stopping = new AbortController();
  const kept: Kept[] = [];
  let webStarts = 0;

  const keep = async (name: string, script: string, args: string[], onStart?: () => void) => {
    const start = async () => {
      onStart?.();
      return startChild({ script, args, variables: variables(), output });
    };
    kept.push(await keepRunning({ name, start, onLine: (line) => log.warn(line) }));
  };

  return {
    /** How often the web process was started: more than once before it ever answered means that it cannot start. */
    webStarts: () => webStarts,
    start: async (): Promise<Kept[]> => {
      await keep("docsteward-web", WEB, isDev ? ["--dev"] : [], () => {
        webStarts += 1;
      });
      for (let number = 1; number <= workers; number += 1) await keep("docsteward-worker", WORKER, []);
      if (isDev) {
        const restart = async () => {
          const running = kept.filter((process) => process.name === "docsteward-worker");
          await Promise.all(running.map((process) => process.restart()));
        };
        watchSources(WORKER_SOURCES, restart, stopping.signal);
      }
      return kept;
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(kept.map((process) => process.stop()));
    },
  };
}
