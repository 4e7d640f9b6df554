import { createClient } from "@docsteward/db/client";
import { openDatabaseClock } from "@docsteward/db/database-clock";
import { silentLogger } from "@docsteward/platform/log";
import type { HeldWork } from "@docsteward/platform/watchdog";
import { recordLosses } from "@docsteward/services/lease";

/** Called by the watchdog of a worker before it ends the process: in the watchdog's thread, with a separate connection. @public */
export default async function onSilence(databaseUrl: unknown, work: HeldWork): Promise<void> {
  const db = createClient(String(databaseUrl), { log: silentLogger, poolSize: 1 });
  await recordLosses({ db, clock: await openDatabaseClock(db) }, work);
}
