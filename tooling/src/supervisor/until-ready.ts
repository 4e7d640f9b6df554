import { setTimeout as wait } from "node:timers/promises";
import { toAddress } from "./to-address.ts";

const LONGEST_WAIT_MS = 120_000;

/**
 * Waits until the web process answers that it is ready.
 *
 * @param starts how often it was started so far
 * @throws Error when it ends instead, or does not come up in two minutes
 */
export async function untilReady(options: {
  host: string;
  port: number;
  starts(): number;
  signal: AbortSignal;
}): Promise<void> {
  const { host, port, starts, signal } = options;
  const deadline = performance.now() + LONGEST_WAIT_MS;
  const address = `${toAddress(host, port)}/readyz`;
  while (performance.now() < deadline) {
    if (await isReady(address)) return;
    signal.throwIfAborted();
    if (starts() > 1) throw new Error("The web process ended before it was ready: its own lines say why.");
    await wait(50);
  }
  throw new Error("The web process was not ready within two minutes: its own lines say why.");
}

async function isReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // Not listening yet, or still busy with its first answer.
    return false;
  }
}
