import type { Job, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { stripNul } from "../database.ts";
import { isLostCause } from "../losses.ts";
import { appendEvents, appendStep, publishJobEvent } from "./events.ts";
import type { Failure, OpenedJob } from "./job.ts";
import { stopJob } from "./stop.ts";

const STEP_COLUMNS = { seq: true, attempt: true, kind: true, data: true } as const;

/**
 * Takes a job for a worker: raises its attempt, so that an earlier worker which is merely slow can write nothing more.
 *
 * An archived job that is active is worked on like any other, or it would never end. A job that has blocked two workers in a
 * row, with nothing recorded between, is not: it fails.
 *
 * @returns null when there is nothing to do: the job is gone or has ended. Queue entries outlive their work, so this is usual.
 */
export async function claimJob(services: Services, jobId: string): Promise<OpenedJob | null> {
  return withTransaction(services.db, async (tx) => {
    const at = services.clock.now();
    const taken = await tx.$executeRaw`
      UPDATE "Job" SET attempt = attempt + 1, "startedAt" = COALESCE("startedAt", ${at}::timestamptz)
      WHERE id = ${jobId} AND status = 'active'`;
    if (taken === 0) return null;
    // One after another: inside a transaction there is one connection, and an `include` would ask it all at once.
    const job = await tx.job.findUniqueOrThrow({ where: { id: jobId } });
    if (isLostCause(job)) {
      await stopJob(services, tx, { job, failure: await describeLoss(tx, job), at });
      return null;
    }
    const project = await tx.project.findUniqueOrThrow({ where: { id: job.projectId } });
    const organization = await tx.organization.findUniqueOrThrow({ where: { id: project.organizationId } });
    const messages = await tx.jobMessage.findMany({ where: { jobId }, orderBy: { seq: "asc" } });
    const steps = await tx.jobStep.findMany({ where: { jobId }, orderBy: { seq: "asc" }, select: STEP_COLUMNS });
    const { attempt } = job;
    await appendEvents(tx, { jobId, events: [{ type: "job.started", data: { attempt } }], at });
    return { job, project, organization, attempt, steps, messages };
  });
}

async function describeLoss(tx: Transaction, { id }: Job): Promise<Failure> {
  const round = await tx.jobStep.findFirst({
    where: { jobId: id, kind: "round" },
    orderBy: { seq: "desc" },
    select: { data: true },
  });
  const { baseSha } = (round?.data ?? {}) as { baseSha?: string };
  const at = baseSha === undefined ? "" : ` at commit ${baseSha.slice(0, 7)}`;
  const reason = `This job made the worker stop responding twice${at}. Fix or remove the content that the job reads, then send a message to try again.`;
  return { code: "internal", reason };
}

type FinishedRound = {
  /** Null when no file was changed. */
  pullRequest: { number: number; url: string } | null;
  messageToUser: string;
};

/** The claim ends with its round, so that recording the end again, after an answer that was lost, is refused. */
const RELEASED = { attempt: { increment: 1 }, claimedTree: null } as const;

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
export async function finishJob(services: Services, claim: JobLease, round: FinishedRound): Promise<RoundEnd> {
  return withTransaction(services.db, async (tx) => {
    const job = await lockLease(tx, claim);
    const at = services.clock.now();
    const messageToUser = stripNul(round.messageToUser);
    const prLink = round.pullRequest?.url ?? job.prLink;
    const result = { messageToUser, prLink, pullRequestNumber: round.pullRequest?.number ?? job.pullRequestNumber };
    const hasMore = job.lastMessageSeq > job.takenMessageSeq;
    const end = hasMore ? RELEASED : { status: "completed" as const, endedAt: at };
    const finished = await tx.job.update({ where: { id: job.id }, data: { ...result, ...end } });
    await appendStep(tx, { job: finished, kind: "done", data: { pullRequest: round.pullRequest, messageToUser }, at });
    if (hasMore) return "more";
    const event = { type: "job.completed", data: { prLink, messageToUser } } as const;
    await appendEvents(tx, { jobId: job.id, events: [event], at });
    await publishJobEvent(services, tx, { job: finished, event });
    return "ended";
  });
}

/**
 * Ends a round of work with a failure.
 *
 * When messages have come since the round has read its own, the failure is told in the events and the job stays active for them:
 * the person may have answered it already. Not so for a round that has read none, and for `git_misconfigured`: the next round
 * would meet the same at once, and the one after it.
 *
 * @throws FencedError when the worker has lost the job
 */
export async function failJob(services: Services, claim: JobLease, failure: Failure): Promise<RoundEnd> {
  return withTransaction(services.db, async (tx) => {
    const job = await lockLease(tx, claim);
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
  const reason = stripNul(failure.reason);
  const event = { type: "job.failed", data: { code, reason } } as const;
  await appendEvents(tx, { jobId: job.id, events: [event], at });
  const end = { status: "failed", failureCode: code, failureReason: reason, endedAt: at } as const;
  const failed = await tx.job.update({ where: { id: job.id }, data: isEnd ? end : RELEASED });
  await appendStep(tx, { job: failed, kind: "stopped", data: { isPushUndone: false }, at });
  if (isEnd) await publishJobEvent(services, tx, { job: failed, event });
}

/** A worker's hold on a job. Every write names the attempt, and is refused once a later one has begun. */
export type JobLease = { jobId: string; attempt: number };

/** Reads the job of a claim and locks it until `tx` ends. @throws FencedError when the claim is lost */
export async function lockLease(tx: Transaction, { jobId, attempt }: JobLease): Promise<Job> {
  await tx.$queryRaw`SELECT 1 FROM "Job" WHERE id = ${jobId} FOR UPDATE`;
  const job = await tx.job.findUnique({ where: { id: jobId } });
  if (job?.status !== "active" || job.attempt !== attempt) throw new LeaseLostError(jobId, attempt);
  return job;
}

/** A worker wrote to a job that it has lost: another one took it over, or it was cancelled. Stop, and write nothing more. */
export class LeaseLostError extends Error {
  override readonly name = "FencedError";

  constructor(jobId: string, attempt: number) {
    super(`Attempt ${attempt} has lost job ${jobId}.`);
  }
}
