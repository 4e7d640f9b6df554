import { createClient } from "@docsteward/db/client";
import { systemClock } from "@docsteward/platform/clock";
import { silentLogger } from "@docsteward/platform/log";
import type { HeldWork } from "@docsteward/platform/watchdog";
import { recordLosses } from "@docsteward/services/lease";

/** Called by the watchdog of a worker before it ends the process: in the watchdog's thread, with a separate connection. */
export default async function onSilence(databaseUrl: unknown, work: HeldWork): Promise<void> {
  const db = createClient(String(databaseUrl), { log: silentLogger, poolSize: 1 });
  await recordLosses({ db, clock: systemClock }, work);
}
