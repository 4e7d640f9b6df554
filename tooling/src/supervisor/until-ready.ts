import { setTimeout as wait } from "node:timers/promises";
import type { Child } from "./start-child.ts";

const LONGEST_WAIT_MS = 120_000;

/**
 * Waits until a process has said that it is ready. One that does not get there is stopped.
 *
 * @throws Error when it ends instead, or takes longer than two minutes; the signal's reason when that gives up
 */
export async function untilReady(name: string, child: Child, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  try {
    await Promise.race([
      child.ready,
      child.exited.then((how) => {
        throw new Error(`${name} exited before it was ready (${how}). See its log lines above for the cause.`);
      }),
      wait(LONGEST_WAIT_MS, undefined, { signal: either }).then(() => {
        throw new Error(`${name} was not ready within two minutes. See its log lines above for the cause.`);
      }),
    ]);
  } catch (error) {
    await child.stop();
    throw error;
  } finally {
    over.abort();
  }
}
