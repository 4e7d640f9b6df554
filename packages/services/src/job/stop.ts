import { AppError } from "@docsteward/contract/error";
import type { AgentJob } from "@docsteward/contract/job";
import type { Job, Transaction } from "@docsteward/db/client";
import { notify } from "@docsteward/db/notify";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { ProjectContext, Services } from "../context.ts";
import { appendEvents, appendStep, publishJobEvent } from "./events.ts";
import { type Failure, lockJob, type OpenedJob, presentJob } from "./job.ts";

/**
 * Ends an active job from outside, whatever its worker is doing. Its row must be locked.
 *
 * The attempt is raised, so a worker that has not noticed yet can write nothing more, and a pull request that this round has
 * already opened is closed. A queue entry has a push that was on its way taken back, also when its worker is lost.
 *
 * @returns the job as it is now
 */
export async function stopJob(
  services: Services,
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
  await publishJobEvent(services, tx, { job: stopped, event });
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

const CANCELLED = { code: "cancelled", reason: "The job was cancelled." } as const;

/**
 * Ends an active job at once: it is `failed` with the code `cancelled` when this returns, whatever its worker is doing.
 *
 * Messages that wait stay, and are worked on when the next one is sent.
 *
 * @throws AppError `not_found`, `job_not_cancellable` when it has ended
 */
export async function cancelJob(ctx: ProjectContext, input: { id: string }): Promise<AgentJob> {
  return withTransaction(ctx.db, async (tx) => {
    const job = await lockJob(tx, { projectId: ctx.project.id, id: input.id });
    if (job.status !== "active") {
      throw new AppError("job_not_cancellable", `This job can't be cancelled: it is already ${job.status}.`);
    }
    return presentJob(await stopJob(ctx, tx, { job, failure: CANCELLED, at: ctx.clock.now() }));
  });
}

/** So many workers in a row that got nothing done are taken for a fault that the next one will meet, too. */
const MAX_FRUITLESS = 3;

const FAILURE = {
  code: "internal",
  reason: "The agent failed several times in a row. See the log for the cause, then send a message to try again.",
} as const;

/**
 * Decides on a job whose queue entry failed permanently because too many workers lost it: while they got on with it, it is queued
 * again, since the fault was theirs; else it ends as failed, so that it does not stay active for ever.
 *
 * Does nothing when the job has ended. One that is ended is fenced: a last worker that may still run can write nothing more.
 */
export async function handleDeadLetter(services: Services, jobId: string): Promise<"requeued" | "ended" | "rests"> {
  return withTransaction(services.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Job" WHERE id = ${jobId} FOR UPDATE`;
    const job = await tx.job.findUnique({ where: { id: jobId } });
    if (job?.status !== "active") return "rests";
    const lastStep = await tx.jobStep.findFirst({
      where: { jobId },
      orderBy: { seq: "desc" },
      select: { attempt: true },
    });
    if (lastStep !== null && job.attempt - lastStep.attempt < MAX_FRUITLESS) {
      await services.queue.requeueAgent(tx, jobId);
      return "requeued";
    }
    await stopJob(services, tx, { job, failure: FAILURE, at: services.clock.now() });
    return "ended";
  });
}

type StoppedJob = Pick<OpenedJob, "job" | "project" | "organization" | "steps">;

/** A job that somebody ended, with its journal, for the worker that clears up behind it; null when it ended otherwise or not at all. */
export async function findStoppedJob({ db }: Pick<Services, "db">, jobId: string): Promise<StoppedJob | null> {
  const found = await db.job.findUnique({
    where: { id: jobId, status: "failed" },
    include: { project: { include: { organization: true } } },
  });
  if (found === null) return null;
  const { project: withOrganization, ...job } = found;
  const { organization, ...project } = withOrganization;
  const steps = await db.jobStep.findMany({
    where: { jobId },
    orderBy: { seq: "asc" },
    select: { seq: true, attempt: true, kind: true, data: true },
  });
  return steps.at(-1)?.kind === "stopped" ? { job, project, organization, steps } : null;
}

/** Of these jobs, the ones that are at rest. */
export async function findInactiveJobs({ db }: Pick<Services, "db">, ids: string[]): Promise<string[]> {
  const ended = await db.job.findMany({ where: { id: { in: ids }, status: { not: "active" } }, select: { id: true } });
  return ended.map(({ id }) => id);
}
