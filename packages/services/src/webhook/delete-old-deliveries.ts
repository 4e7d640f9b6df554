import type { Services } from "../context.ts";

const DAY_MS = 86_400_000;

/** Deletes deliveries older than the retention of events that have come to an end. @returns how many */
export async function deleteOldDeliveries({ db, clock, eventRetentionDays }: Services): Promise<number> {
  const before = new Date(clock.now().getTime() - eventRetentionDays * DAY_MS);
  const { count } = await db.webhookDelivery.deleteMany({
    where: { state: { not: "pending" }, createdAt: { lt: before } },
  });
  return count;
}
