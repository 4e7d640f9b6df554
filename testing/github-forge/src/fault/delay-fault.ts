import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";

/** Waits as long as a slow answer takes. */
export async function delayFault(fault: Fault): Promise<void> {
  if (fault.kind === "slow") await sleep(fault.delayMs ?? 1000, undefined, { ref: false });
}
