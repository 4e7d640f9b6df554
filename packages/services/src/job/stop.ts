import type { Job, Transaction } from "@docsteward/db/client";
import { notify } from "@docsteward/db/notify";
import type { Services } from "../context.ts";
import { announceJobEvent } from "./announce-job-event.ts";
import { appendEvents } from "./append-events.ts";
import { appendStep } from "./append-step.ts";
import type { Failure } from "./fail.ts";

/**
 * Ends an active job from outside, whatever its worker is doing. Its row must be locked.
 *
 * The attempt is raised, so a worker that has not noticed yet can write nothing more, and a pull request that this round has
 * already opened is closed. A queue entry has a push that was on its way taken back, also when its worker is lost.
 *
 * @returns the job as it is now
 */
export async function stopJob(
  services: Pick<Services, "queue" | "clock">,
  tx: Transaction,
  input: { job: Job; failure: Failure; at: Date },
): Promise<Job> {
  const { job, failure, at } = input;
  const { code, reason } = failure;
  const event = { type: "job.failed", data: { code, reason } } as const;
  await appendEvents(tx, { jobId: job.id, events: [event], at });
  if (await isPublishing(tx, job)) await services.queue.enqueueAgent(tx, job.id);
  await appendStep(tx, { job, kind: "stopped", data: { isPushUndone: true }, at });
  const ofThisRound = job.pullRequestNumber === null ? {} : { number: { not: job.pullRequestNumber } };
  await tx.pullRequest.updateMany({
    where: { projectId: job.projectId, jobId: job.id, state: "open", ...ofThisRound },
    data: { state: "closed", closedAt: at },
  });
  await notify(tx, "cancel", job.id);
  const ended = { status: "failed", failureCode: code, failureReason: reason, endedAt: at } as const;
  const stopped = await tx.job.update({ where: { id: job.id }, data: { ...ended, attempt: { increment: 1 } } });
  await announceJobEvent(services, tx, { job: stopped, event });
  return stopped;
}

/** Whether its branch may hold a push of a round that is not done. */
async function isPublishing(tx: Transaction, { id }: Job): Promise<boolean> {
  const step = await tx.jobStep.findFirst({
    where: { jobId: id, kind: { in: ["round", "publishing", "done"] } },
    orderBy: { seq: "desc" },
    select: { kind: true },
  });
  return step?.kind === "publishing";
}
