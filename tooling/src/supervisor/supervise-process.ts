import { setTimeout as wait } from "node:timers/promises";
import type { Running } from "./running-process.ts";

// One that had been at work for this long can run, however often something ends it: its work must not wait.
const WELL_MS = 1_000;
/** From outside, which says nothing of the process: it only had to be ready. */
const KILLED = "signal SIGKILL";
const LONGEST_DELAY_MS = 10_000;

type KeepOptions = {
  /** What the lines call the process. */
  name: string;
  start(): Promise<Running>;
  onLine(line: string): void;
  /** The pause before the first restart; it doubles with each end before the process was at work. */
  firstDelayMs?: number;
};

export type SupervisedProcess = {
  readonly name: string;
  /** Null while it waits to be started again. */
  readonly pid: number | null;
  /** Stops the process gracefully and starts it again immediately; ends the pause before a pending start. */
  restart(): Promise<void>;
  /** Ends the process and keeps it so. */
  stop(): Promise<void>;
  kill(): void;
};

/**
 * Runs a process and restarts it whenever it ends: soon when it had become ready, after growing pauses when it had not.
 *
 * @throws any error of the very first start; later failures are logged and retried
 */
export async function superviseProcess({
  name,
  start,
  onLine,
  firstDelayMs = 100,
}: KeepOptions): Promise<SupervisedProcess> {
  const stopping = new AbortController();
  let running: Running | null = await start();
  let delayMs = firstDelayMs;
  let isRestart = false;
  let pausing = new AbortController();

  async function pause(how: string, wasWell: boolean): Promise<void> {
    if (wasWell) delayMs = firstDelayMs;
    pausing = new AbortController();
    onLine(`${name} exited (${how}), restarting in ${(delayMs / 1000).toFixed(1)} s`);
    const signal = AbortSignal.any([stopping.signal, pausing.signal]);
    await wait(delayMs, undefined, { signal }).catch(() => undefined);
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
  }

  async function startAgain(): Promise<void> {
    while (running === null && !stopping.signal.aborted) {
      try {
        running = await start();
      } catch (error) {
        await pause(error instanceof Error ? error.message : String(error), false);
      }
    }
    // Stopped while it was starting.
    if (stopping.signal.aborted) await running?.stop();
  }

  async function watch(): Promise<void> {
    while (running !== null) {
      const wasWell = watchHealth(running);
      const how = await running.exited;
      running = null;
      if (stopping.signal.aborted) return;
      if (!isRestart) await pause(how, wasWell(how));
      isRestart = false;
      await startAgain();
    }
  }

  const watching = watch();
  return {
    name,
    get pid() {
      return running?.pid ?? null;
    },
    restart: async () => {
      isRestart = running !== null;
      pausing.abort();
      await running?.stop();
    },
    stop: async () => {
      stopping.abort();
      await running?.stop();
      await watching;
    },
    kill: () => {
      stopping.abort();
      running?.kill();
    },
  };
}

/** @returns a function that says whether the process was fit for work before it ended */
function watchHealth({ ready }: Running): (how: string) => boolean {
  let readyAt = Number.POSITIVE_INFINITY;
  void ready.then(() => {
    readyAt = performance.now();
  });
  return (how) => performance.now() - readyAt > (how === KILLED ? 0 : WELL_MS);
}
