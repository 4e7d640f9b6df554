import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { announceJobEvent } from "./announce-job-event.ts";
import { appendEvents } from "./append-events.ts";
import { appendStep } from "./append-step.ts";
import type { JobClaim } from "./job-claim.ts";
import { lockClaim } from "./lock-claim.ts";
import { toStorable } from "./storable.ts";

export type CompletedRound = {
  /** Null when no file was changed. */
  pullRequest: { number: number; url: string } | null;
  messageToUser: string;
};

/** The claim ends with its round, so that recording the end again, after an answer that was lost, is refused. */
export const SPENT = { attempt: { increment: 1 }, claimedTree: null } as const;

/** `ended`: the job rests. `more`: messages came meanwhile, the job stays active and the worker goes on with them. */
export type RoundEnd = "ended" | "more";

/**
 * Ends a round of work well: journal, result, status and closing event in one transaction, under the lock that a message takes,
 * too. So a message is either seen here, or finds the job at rest and wakes it.
 *
 * A round without changes on a job that has a pull request already keeps that one's link.
 *
 * @throws FencedError when the worker has lost the job
 */
export async function finishJob(services: Services, claim: JobClaim, round: CompletedRound): Promise<RoundEnd> {
  return withTransaction(services.db, async (tx) => {
    const job = await lockClaim(tx, claim);
    const at = services.clock.now();
    const messageToUser = toStorable(round.messageToUser);
    const prLink = round.pullRequest?.url ?? job.prLink;
    const result = { messageToUser, prLink, pullRequestNumber: round.pullRequest?.number ?? job.pullRequestNumber };
    const hasMore = job.lastMessageSeq > job.takenMessageSeq;
    const end = hasMore ? SPENT : { status: "completed" as const, endedAt: at };
    const finished = await tx.job.update({ where: { id: job.id }, data: { ...result, ...end } });
    await appendStep(tx, { job: finished, kind: "done", data: { pullRequest: round.pullRequest, messageToUser }, at });
    if (hasMore) return "more";
    const event = { type: "job.completed", data: { prLink, messageToUser } } as const;
    await appendEvents(tx, { jobId: job.id, events: [event], at });
    await announceJobEvent(services, tx, { job: finished, event });
    return "ended";
  });
}
