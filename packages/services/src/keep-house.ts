import { deleteOldStreams } from "./answer-stream/delete-old.ts";
import type { Services } from "./context.ts";
import { deleteOldGitHubEvents } from "./github-event/delete-old.ts";
import { deleteOldEvents } from "./job/delete-old-events.ts";
import { deleteOldSignIns } from "./sign-in/delete-old.ts";
import { deleteOldThreads } from "./thread/delete-old.ts";
import { endLostTurns } from "./thread/end-lost.ts";
import { deleteOldDeliveries } from "./webhook/delete-old-deliveries.ts";

const DAY_MS = 86_400_000;
const LONGEST_MONTH_MS = 31 * DAY_MS;
const KEY_USE_DAYS = 62;

/**
 * Deletes what is no longer needed: old events and threads, kept answers, spent idempotency keys and limit windows. Any process may run it, at any time.
 */
export async function keepHouse(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const nowMs = clock.now().getTime();
  const yesterday = new Date(nowMs - DAY_MS);
  const lastMonth = new Date(nowMs - LONGEST_MONTH_MS);
  const events = await deleteOldEvents(services);
  const threads = await deleteOldThreads(services);
  await endLostTurns(services);
  const streams = await deleteOldStreams(services);
  const deliveries = await deleteOldDeliveries(services);
  await deleteOldGitHubEvents(services);
  await deleteOldSignIns(services);
  const keys = await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: yesterday } } });
  await db.keyUse.deleteMany({ where: { hour: { lt: new Date(nowMs - KEY_USE_DAYS * DAY_MS) } } });
  // As long as their uses: those tell what the playground has asked.
  await db.apiKey.deleteMany({
    where: { isPlayground: true, expiresAt: { lt: new Date(nowMs - KEY_USE_DAYS * DAY_MS) } },
  });
  await db.setting.deleteMany({ where: { key: { startsWith: "turn:" }, value: { lt: yesterday.toISOString() } } });
  const counters = await db.limitCounter.deleteMany({
    where: {
      OR: [
        { windowStart: { lt: lastMonth } },
        { windowStart: { lt: yesterday }, NOT: { key: { startsWith: "key-month:" } } },
      ],
    },
  });
  log.info(
    { events, threads, streams, deliveries, idempotencyKeys: keys.count, limitCounters: counters.count },
    "expired data purged",
  );
}
