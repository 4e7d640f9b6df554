import type { Clock } from "@docsteward/platform/clock";
import type { Database } from "./client.ts";

const LOOK_MS = 60_000;
/** Half of a slow answer's time is an error of as much, and smaller steps would only disorder the times of rows. */
const LEAST_STEP_MS = 250;

/**
 * Opens a clock with the time of the database, so that machines whose clocks differ agree about leases, limits and heartbeats.
 * Between two looks it runs by the steady counter of the process, which doesn't move when the machine's clock is set.
 */
export async function openDatabaseClock(
  db: Pick<Database, "$queryRaw">,
  { everyMs = LOOK_MS }: { everyMs?: number } = {},
): Promise<Clock & { close(): void }> {
  let startMs = await findStart(db);
  const look = async () => {
    // While the database is away, the counter goes on.
    const foundMs = await findStart(db).catch(() => startMs);
    if (Math.abs(foundMs - startMs) > LEAST_STEP_MS) startMs = foundMs;
  };
  const timer = setInterval(look, everyMs).unref();
  return { now: () => new Date(startMs + performance.now()), close: () => clearInterval(timer) };
}

/** The database's time when the counter of this process was zero. */
async function findStart(db: Pick<Database, "$queryRaw">): Promise<number> {
  const beforeMs = performance.now();
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  const afterMs = performance.now();
  if (row === undefined) throw new Error("The database returned no time.");
  return row.now.getTime() - (beforeMs + afterMs) / 2;
}
