import type { Services } from "../context.ts";

const DAY_MS = 86_400_000;

/** Deletes deliveries older than the retention of events that have come to an end. @returns how many */
export async function deleteOldDeliveries({ db, clock, eventRetentionDays }: Services): Promise<number> {
  const nowMs = clock.now().getTime();
  const isOld = (days: number) =>
    ({ state: { not: "pending" }, createdAt: { lt: new Date(nowMs - days * DAY_MS) } }) as const;
  let { count } = await db.webhookDelivery.deleteMany({ where: isOld(eventRetentionDays) });
  const shorter = await db.project.findMany({ where: { eventRetentionDays: { lt: eventRetentionDays } } });
  for (const { id: projectId, eventRetentionDays: own } of shorter) {
    const where = { endpoint: { projectId }, ...isOld(own ?? eventRetentionDays) };
    count += (await db.webhookDelivery.deleteMany({ where })).count;
  }
  return count;
}
