import { once } from "node:events";
import { watch } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type DatabaseMessage, WAITS_FOR_DATABASE } from "@docsteward/platform/database-address";
import type { Reporter } from "@docsteward/platform/log";
import { WEB_FLAGS } from "@docsteward/platform/web-flags";
import { scriptOf, WEB_ENTRY, WORKER_ENTRY } from "../code/entries.ts";
import { ROOT } from "../root.ts";
import { type Child, startChild } from "./start-child.ts";
import { type SupervisedProcess, superviseProcess } from "./supervise-process.ts";

const WORKER_SOURCES = ["agent", "assistant", "contract", "db", "docs", "git", "models", "platform", "services", "text"]
  .map((name) => join(ROOT, "packages", name, "src"))
  .concat(join(ROOT, "apps/worker/src"));

type ProcessesOptions = {
  variables: Record<string, string | undefined>;
  /** Settles once the database can be used. Called at each start, since it may have moved. */
  databaseUrl(): Promise<string>;
  workers: number;
  /** The folders of the web app's build and of the bundled code, called at each start, since they may have been deleted; null in development. */
  builds: { web(): Promise<string>; code(): Promise<string> } | null;
  output: "inherit" | number;
  log: Reporter;
  /** Gives up waiting for the first start. */
  signal: AbortSignal;
};

/**
 * Makes one web process and some workers, to be kept running. In development workers restart when their sources change.
 *
 * @returns `start`, which resolves when all are ready and throws when one cannot start; `stop`; and `makeSetupLink`
 */
export function superviseServices(options: ProcessesOptions) {
  const { variables, databaseUrl, workers, builds, output, log, signal } = options;
  const stopping = new AbortController();
  const kept: SupervisedProcess[] = [];
  let web: Child | undefined;

  const keep = async (name: string, entry: string, readArgs: () => Promise<string[]>, flags: string[] = []) => {
    let isFirst = true;
    const start = async () => {
      const script = builds === null ? join(ROOT, entry) : scriptOf(await builds.code(), entry);
      const args = [...(await readArgs()), WAITS_FOR_DATABASE];
      const child = startChild({ flags, script, args, variables, output });
      const begun = begin(child);
      if (isFirst) await untilReady(name, child, { begun, signal });
      isFirst = false;
      if (entry === WEB_ENTRY) web = child;
      return child;
    };
    kept.push(await superviseProcess({ name, start, onLine: (line) => log.warn(line) }));
  };

  const begin = async (child: Child): Promise<void> => {
    const message: DatabaseMessage = { type: "database", url: await databaseUrl() };
    child.tell(message);
  };

  const start = async (): Promise<SupervisedProcess[]> => {
    const names = Array.from({ length: workers }, () => "docsteward-worker");
    const starts = [
      keep("docsteward-web", WEB_ENTRY, async () => (builds ? ["--build", await builds.web()] : ["--dev"]), WEB_FLAGS),
      ...names.map((name) => keep(name, WORKER_ENTRY, async () => [])),
    ];
    // All settle first, so that `stop` finds every process that did start.
    const failed = (await Promise.allSettled(starts)).find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
    if (builds === null) watchSources(WORKER_SOURCES, restartWorkers, stopping.signal);
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

  /** Asks the web process for the link to the first account; null when there is one already. */
  const makeSetupLink = async (): Promise<string | null> => {
    const answer = await web?.ask<{ type: "setup-link"; link: string | null }>("setup-link");
    return answer?.link ?? null;
  };

  return { start, stop, makeSetupLink };
}

const LONGEST_WAIT_MS = 120_000;

/**
 * Waits until a process has said that it is ready. One that does not get there is stopped.
 *
 * @param begun settles when the process has been told all that it needs: from then on it has two minutes
 * @throws Error when it ends instead, or takes longer; what `begun` throws; the signal's reason when that gives up
 */
async function untilReady(
  name: string,
  child: Child,
  { begun, signal }: { begun: Promise<void>; signal: AbortSignal },
): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const late = async () => {
    await begun;
    await wait(LONGEST_WAIT_MS, undefined, { signal: either });
    throw new Error(`${name} was not ready within two minutes. See its log lines above for the cause.`);
  };
  const ended = async () => {
    const how = await child.exited;
    throw new Error(`${name} exited before it was ready (${how}). See its log lines above for the cause.`);
  };
  try {
    await Promise.race([child.ready, late(), ended(), rejectOnAbort(either)]);
  } catch (error) {
    await child.stop();
    throw error;
  } finally {
    over.abort();
  }
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  await once(signal, "abort");
  throw signal.reason;
}

/** Calls `onChange` after sources below `folders` were saved, once for all that were saved together. */
function watchSources(folders: string[], onChange: () => Promise<void>, signal: AbortSignal): void {
  let isWaiting = false;
  const changed = async () => {
    if (isWaiting) return;
    isWaiting = true;
    await wait(200);
    isWaiting = false;
    if (!signal.aborted) await onChange();
  };
  for (const folder of folders) void follow(folder, changed, signal);
}

async function follow(folder: string, changed: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    for await (const { filename } of watch(folder, { recursive: true, signal })) {
      if (filename?.endsWith(".ts") && !filename.endsWith(".test.ts")) void changed();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
