import type { JobEventBody } from "@docsteward/contract/job-event";
import type { Transaction } from "@docsteward/db/client";
import { notify } from "@docsteward/db/notify";

/**
 * Adds events to a job and wakes its followers when `tx` commits.
 *
 * The numbers come from the job's row, which stays locked until then: they grow by one, and in the order of the commits, so a
 * follower that has seen number 7 has seen all before it.
 */
export async function appendEvents(
  tx: Transaction,
  input: { jobId: string; events: JobEventBody[]; at: Date },
): Promise<void> {
  const { jobId, events, at } = input;
  const { lastEventSeq } = await tx.job.update({
    where: { id: jobId },
    data: { lastEventSeq: { increment: events.length } },
    select: { lastEventSeq: true },
  });
  const first = lastEventSeq - events.length + 1;
  await tx.jobEvent.createMany({
    data: events.map(({ type, data }, index) => ({
      jobId,
      seq: first + index,
      type,
      data: data as object,
      createdAt: at,
    })),
  });
  await notify(tx, "job", jobId);
}
