import { AppError } from "@docsteward/contract/error";
import type { AgentJob } from "@docsteward/contract/job";
import type { Job } from "@docsteward/db/client";
import { notify } from "@docsteward/db/notify";
import { inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { lockWork, MAX_LOSSES } from "../lease.ts";
import { appendEntry, appendEvents, publishJobEvent } from "./events.ts";
import { auditJob, type Failure, type JobId, lockJob, type OpenedJob, presentJob } from "./job.ts";

/**
 * Ends an active job from outside, whatever its worker is doing. Its row must be locked.
 *
 * The attempt is raised, so a worker that has not noticed yet can write nothing more, and a pull request that this round has
 * already opened is closed. A queue entry has a push that was on its way taken back, also when its worker is lost.
 *
 * @returns the job in its current state
 */
export async function stopJob(ctx: SystemContext, { job, failure }: { job: Job; failure: Failure }): Promise<Job> {
  const { db, queue } = ctx;
  const { code, reason } = failure;
  const at = ctx.clock.now();
  const event = { type: "job.failed", data: { code, reason } } as const;
  await appendEvents(ctx, { jobId: job.id, events: [event], at });
  await queue.job.withdraw(db, job.id);
  if (await isPublishing(ctx, job)) await queue.job.enqueueNext(db, job.id);
  await appendEntry(ctx, { job, kind: "stopped", data: { isPushUndone: true }, at });
  const ofThisRound = job.pullRequestNumber === null ? {} : { number: { not: job.pullRequestNumber } };
  await db.pullRequest.updateMany({
    where: { projectId: job.projectId, jobId: job.id, state: "open", ...ofThisRound },
    data: { state: "closed", closedAt: at },
  });
  await notify(db, "cancel", job.id);
  const ended = { status: "failed", failureCode: code, failureReason: reason, endedAt: at } as const;
  const stopped = await db.job.update({ where: { id: job.id }, data: { ...ended, attempt: { increment: 1 } } });
  await publishJobEvent(ctx, { job: stopped, event });
  return stopped;
}

/** Whether its branch may hold a push of a round that is not done. */
async function isPublishing({ db }: SystemContext, { id }: Job): Promise<boolean> {
  const entry = await db.journalEntry.findFirst({
    where: { jobId: id, kind: { in: ["round", "publishing", "done"] } },
    orderBy: { seq: "desc" },
    select: { kind: true },
  });
  return entry?.kind === "publishing";
}

const CANCELLED = { code: "cancelled", reason: "The job was cancelled." } as const;

/**
 * Ends an active job immediately: it is `failed` with the code `cancelled` when this returns, whatever its worker is doing.
 *
 * Messages that wait stay, and are worked on when the next one is sent.
 *
 * @throws AppError `not_found`, `job_not_cancellable` when it has ended
 */
export async function cancelJob(ctx: ProjectContext, input: JobId): Promise<AgentJob> {
  return inTransaction(ctx, async (ctx) => {
    const job = await lockJob(ctx, input);
    if (job.status !== "active") {
      throw new AppError("job_not_cancellable", `This job can't be cancelled: it is already ${job.status}.`);
    }
    await auditJob(ctx, { job, action: "job.cancelled" });
    return presentJob(await stopJob(ctx, { job, failure: CANCELLED }));
  });
}

const FAILURE = {
  code: "internal",
  reason: "The agent failed several times in a row. See the log for the cause, then send a message to try again.",
} as const;

/**
 * Decides on a job whose queue entry failed permanently. Why its workers were lost is not known, and most die of other causes than
 * their jobs. So a job that made progress is queued again, and one whose last {@link MAX_LOSSES} workers recorded nothing fails.
 *
 * Does nothing when the job has ended.
 */
export async function handleDeadLetter(
  ctx: SystemContext,
  { id }: { id: string },
): Promise<"requeued" | "ended" | "rests"> {
  return inTransaction(ctx, async (ctx) => {
    const { db, queue } = ctx;
    const job = await lockWork(ctx, { kind: "job", id });
    if (job?.status !== "active") return "rests";
    const lastEntry = await db.journalEntry.findFirst({
      where: { jobId: id },
      orderBy: { seq: "desc" },
      select: { attempt: true },
    });
    if (lastEntry !== null && job.attempt - lastEntry.attempt < MAX_LOSSES) {
      await queue.job.requeue(db, id);
      return "requeued";
    }
    await stopJob(ctx, { job, failure: FAILURE });
    return "ended";
  });
}

type StoppedJob = Pick<OpenedJob, "job" | "project" | "organization" | "journal">;

/** A job that was ended from outside, with its journal, for the worker that reverts its push; null for every other job. */
export async function findStoppedJob({ db }: SystemContext, { id }: { id: string }): Promise<StoppedJob | null> {
  const found = await db.job.findUnique({
    where: { id, status: "failed" },
    include: { project: { include: { organization: true } } },
  });
  if (found === null) return null;
  const { project: withOrganization, ...job } = found;
  const { organization, ...project } = withOrganization;
  const journal = await db.journalEntry.findMany({
    where: { jobId: id },
    orderBy: { seq: "asc" },
    select: { seq: true, attempt: true, kind: true, data: true },
  });
  return journal.at(-1)?.kind === "stopped" ? { job, project, organization, journal } : null;
}

/** Of these jobs, the ones that are not active. */
export async function findInactiveJobs({ db }: SystemContext, { ids }: { ids: string[] }): Promise<string[]> {
  const ended = await db.job.findMany({ where: { id: { in: ids }, status: { not: "active" } }, select: { id: true } });
  return ended.map(({ id }) => id);
}
