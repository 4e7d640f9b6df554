import type { FailureCode } from "@docsteward/contract/job";
import type { Job, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { announceJobEvent } from "./announce-job-event.ts";
import { appendEvents } from "./append-events.ts";
import { appendStep } from "./append-step.ts";
import { type RoundEnd, SPENT } from "./finish.ts";
import type { JobClaim } from "./job-claim.ts";
import { lockClaim } from "./lock-claim.ts";
import { toStorable } from "./storable.ts";

export type Failure = {
  code: FailureCode;
  /** A sentence for the person who asked: what is wrong and what to do. */
  reason: string;
};

/**
 * Ends a round of work with a failure.
 *
 * When messages have come since the round has read its own, the failure is told in the events and the job stays active for them:
 * the person may have answered it already. Not so for a round that has read none, and for `git_misconfigured`: the next round
 * would meet the same at once, and the one after it.
 *
 * @throws FencedError when the worker has lost the job
 */
export async function failJob(services: Services, claim: JobClaim, failure: Failure): Promise<RoundEnd> {
  return withTransaction(services.db, async (tx) => {
    const job = await lockClaim(tx, claim);
    const isWaitedFor = job.lastMessageSeq > job.takenMessageSeq && failure.code !== "git_misconfigured";
    const hasMore = isWaitedFor && (await hasRead(tx, job));
    await writeFailure(services, tx, { job, failure, at: services.clock.now(), isEnd: !hasMore });
    return hasMore ? "more" : "ended";
  });
}

/** Whether the round that ends has read a message. */
async function hasRead(tx: Transaction, { id }: Job): Promise<boolean> {
  const step = await tx.jobStep.findFirst({
    where: { jobId: id, kind: { in: ["messages", "done", "stopped"] } },
    orderBy: { seq: "desc" },
    select: { kind: true },
  });
  return step?.kind === "messages";
}

async function writeFailure(
  services: Services,
  tx: Transaction,
  input: { job: Job; failure: Failure; at: Date; isEnd: boolean },
): Promise<void> {
  const { job, failure, at, isEnd } = input;
  const { code } = failure;
  const reason = toStorable(failure.reason);
  const event = { type: "job.failed", data: { code, reason } } as const;
  await appendEvents(tx, { jobId: job.id, events: [event], at });
  const end = { status: "failed", failureCode: code, failureReason: reason, endedAt: at } as const;
  const failed = await tx.job.update({ where: { id: job.id }, data: isEnd ? end : SPENT });
  await appendStep(tx, { job: failed, kind: "stopped", data: { isPushUndone: false }, at });
  if (isEnd) await announceJobEvent(services, tx, { job: failed, event });
}
