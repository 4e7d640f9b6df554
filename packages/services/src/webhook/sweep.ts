import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";

const OVERDUE_MS = 15 * 60 * 1_000;
const MAX_AT_ONCE = 100;

/** Puts deliveries back on the queue that are long overdue, because their entry there was given up. @returns how many */
export async function sweepDeliveries({ db, queue, clock }: Services): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - OVERDUE_MS);
  return withTransaction(db, async (tx) => {
    const overdue = await tx.webhookDelivery.findMany({
      where: { state: "pending", nextTryAt: { lt: before } },
      orderBy: { nextTryAt: "asc" },
      take: MAX_AT_ONCE,
      select: { id: true },
    });
    for (const { id } of overdue) {
      await tx.webhookDelivery.update({ where: { id }, data: { nextTryAt: now } });
      await queue.webhook.enqueue(tx, { deliveryId: id, due: now });
    }
    return overdue.length;
  });
}
