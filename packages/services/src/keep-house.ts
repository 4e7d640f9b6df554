import type { Services } from "./context.ts";
import { deleteOldEvents } from "./job/delete-old-events.ts";

const DAY_MS = 86_400_000;

/**
 * Deletes what is no longer needed: old events, spent idempotency keys and limit windows. Any process may run it, at any time.
 */
export async function keepHouse(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const yesterday = new Date(clock.now().getTime() - DAY_MS);
  const events = await deleteOldEvents(services);
  const keys = await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: yesterday } } });
  const counters = await db.limitCounter.deleteMany({ where: { windowStart: { lt: yesterday } } });
  log.info({ events, idempotencyKeys: keys.count, limitCounters: counters.count }, "house kept");
}
