import { createClient } from "@docsteward/db/client";
import { systemClock } from "@docsteward/platform/clock";
import { silentLogger } from "@docsteward/platform/log";
import type { HeldWork } from "@docsteward/platform/watchdog";
import { recordLosses } from "@docsteward/services/lease";

/** What the watchdog of a worker calls before it ends the process: in its thread, with a connection of its own. */
export default async function onSilence(databaseUrl: unknown, work: HeldWork): Promise<void> {
  const db = createClient(String(databaseUrl), { log: silentLogger, poolSize: 1 });
  await recordLosses({ db, clock: systemClock }, work);
}
