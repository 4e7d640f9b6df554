import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "@docsteward/platform/is-alive";
import type { Reporter } from "../reporter.ts";

export type EmbeddedServer = {
  /** Address of the product's database, with its password: for connecting, never for showing. */
  url: string;
  pid: number;
  /** Whether `stop` really stops it: started or adopted by this process. */
  isOurs: boolean;
  /** Settles when the server is gone, whether it was stopped, crashed or killed. */
  exited: Promise<void>;
  /** Ends the server if it is ours: first by closing every connection, then by force. Does nothing otherwise. */
  stop(): Promise<void>;
};

type Supervised = { url: string; pid: number; child: ChildProcess | null; isOurs: boolean; log: Reporter };

const POLL_MS = 250;
const FAST_STOP_MS = 10_000;
const FORCED_STOP_MS = 5_000;

/** Watches a server that runs, as a child of this process or of one that is gone. */
export function superviseServer({ url, pid, child, isOurs, log }: Supervised): EmbeddedServer {
  const exited = child ? childExit(child) : strangerExit(pid);
  const goes = (signal: NodeJS.Signals, timeoutMs: number) => signalAndWait(pid, signal, exited, timeoutMs);
  return {
    url,
    pid,
    isOurs,
    exited,
    async stop() {
      if (!isOurs || (await goes("SIGINT", FAST_STOP_MS)) || (await goes("SIGQUIT", FORCED_STOP_MS))) return;
      log.error({ pid }, "postgresql doesn't stop");
    },
  };
}

function childExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

function strangerExit(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve();
    }, POLL_MS).unref();
  });
}

async function signalAndWait(
  pid: number,
  signal: NodeJS.Signals,
  exited: Promise<void>,
  timeoutMs: number,
): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    // It went before the signal came.
    return true;
  }
  const timer = new AbortController();
  const late = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const isGone = await Promise.race([exited.then(() => true), late]);
  timer.abort();
  return isGone;
}
