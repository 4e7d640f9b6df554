import type { Job } from "@docsteward/db/client";
import { inTransaction, type SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { claimLease, type Lease, lockLease } from "../lease.ts";
import { appendEntry, appendEvents, publishJobEvent } from "./events.ts";
import type { Failure, OpenedJob } from "./job.ts";
import { stopJob } from "./stop.ts";

const ENTRY_COLUMNS = { seq: true, attempt: true, kind: true, data: true } as const;

/**
 * Takes a job for a worker. An archived job that is active is worked on like any other, or it would never end. A job that cost two
 * workers in a row, with nothing recorded between, fails.
 *
 * @returns null when there is nothing to do
 */
export async function claimJob(ctx: SystemContext, { id }: { id: string }): Promise<OpenedJob | null> {
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    const claim = await claimLease(ctx, { kind: "job", id });
    if (claim === null) return null;
    const { lease, row: job } = claim;
    if (lease === null) {
      await stopJob(ctx, { job, failure: await describeLoss(ctx, job) });
      return null;
    }
    const at = ctx.clock.now();
    // One after another: inside a transaction there is one connection, and an `include` would use it for all of them.
    const project = await db.project.findUniqueOrThrow({ where: { id: job.projectId } });
    const organization = await db.organization.findUniqueOrThrow({ where: { id: project.organizationId } });
    const messages = await db.jobMessage.findMany({ where: { jobId: id }, orderBy: { seq: "asc" } });
    const journal = await db.journalEntry.findMany({
      where: { jobId: id },
      orderBy: { seq: "asc" },
      select: ENTRY_COLUMNS,
    });
    const event = { type: "job.started", data: { attempt: lease.attempt } } as const;
    await appendEvents(ctx, { jobId: id, events: [event], at });
    return { job, project, organization, lease, journal, messages };
  });
}

async function describeLoss({ db }: SystemContext, { id }: Job): Promise<Failure> {
  const round = await db.journalEntry.findFirst({
    where: { jobId: id, kind: "round" },
    orderBy: { seq: "desc" },
    select: { data: true },
  });
  const { baseSha } = (round?.data ?? {}) as { baseSha?: string };
  const at = baseSha === undefined ? "" : ` at commit ${baseSha.slice(0, 7)}`;
  const reason = `This job ended two workers, or made them stop responding${at}. Fix or remove the content that the job reads, then send a message to try again.`;
  return { code: "internal", reason };
}

type FinishedRound = {
  lease: Lease<"job">;
  /** Null when no file was changed. */
  pullRequest: { number: number; url: string } | null;
  messageToUser: string;
};

/** The lease ends with its round, so that recording the end again, after an answer that was lost, is refused. */
const RELEASED = { attempt: { increment: 1 }, heldAttempt: null, claimedTree: null } as const;

/** `ended`: the job ends. `more`: new messages arrived, so the job stays active and the worker continues with them. */
export type RoundEnd = "ended" | "more";

/**
 * Ends a round of work well: journal, result, status and closing event in one transaction, under the lock that a message takes,
 * too. So a message is either seen here, or finds the job at rest and wakes it.
 *
 * A round without changes on a job that has a pull request already keeps that one's link.
 *
 * @throws LeaseLostError
 */
export async function finishJob(ctx: SystemContext, round: FinishedRound): Promise<RoundEnd> {
  return inTransaction(ctx, async (ctx) => {
    const job = await lockLease(ctx, round.lease);
    const at = ctx.clock.now();
    const messageToUser = stripNul(round.messageToUser);
    const prLink = round.pullRequest?.url ?? job.prLink;
    const result = { messageToUser, prLink, pullRequestNumber: round.pullRequest?.number ?? job.pullRequestNumber };
    const hasMore = job.lastMessageSeq > job.takenMessageSeq;
    const end = hasMore ? RELEASED : { status: "completed" as const, endedAt: at, heldAttempt: null };
    const finished = await ctx.db.job.update({ where: { id: job.id }, data: { ...result, ...end } });
    await appendEntry(ctx, {
      job: finished,
      kind: "done",
      data: { pullRequest: round.pullRequest, messageToUser },
      at,
    });
    if (hasMore) return "more";
    const event = { type: "job.completed", data: { prLink, messageToUser } } as const;
    await appendEvents(ctx, { jobId: job.id, events: [event], at });
    await publishJobEvent(ctx, { job: finished, event });
    return "ended";
  });
}

/**
 * Ends a round of work with a failure.
 *
 * When messages have arrived since the round read its own, the failure is reported as an event and the job stays active for them:
 * a new message may solve the problem. A round that has read none fails the job, and so does `git_misconfigured`: the next
 * round would fail in the same way.
 *
 * @throws LeaseLostError
 */
export async function failJob(
  ctx: SystemContext,
  { lease, ...failure }: Failure & { lease: Lease<"job"> },
): Promise<RoundEnd> {
  return inTransaction(ctx, async (ctx) => {
    const job = await lockLease(ctx, lease);
    const isWaitedFor = job.lastMessageSeq > job.takenMessageSeq && failure.code !== "git_misconfigured";
    const hasMore = isWaitedFor && (await hasRead(ctx, job));
    await writeFailure(ctx, { job, failure, isEnd: !hasMore });
    return hasMore ? "more" : "ended";
  });
}

/** Whether the round that ends has read a message. */
async function hasRead({ db }: SystemContext, { id }: Job): Promise<boolean> {
  const entry = await db.journalEntry.findFirst({
    where: { jobId: id, kind: { in: ["messages", "done", "stopped"] } },
    orderBy: { seq: "desc" },
    select: { kind: true },
  });
  return entry?.kind === "messages";
}

async function writeFailure(
  ctx: SystemContext,
  { job, failure, isEnd }: { job: Job; failure: Failure; isEnd: boolean },
): Promise<void> {
  const at = ctx.clock.now();
  const { code } = failure;
  const reason = stripNul(failure.reason);
  const event = { type: "job.failed", data: { code, reason } } as const;
  await appendEvents(ctx, { jobId: job.id, events: [event], at });
  const end = { status: "failed", failureCode: code, failureReason: reason, endedAt: at, heldAttempt: null } as const;
  const failed = await ctx.db.job.update({ where: { id: job.id }, data: isEnd ? end : RELEASED });
  await appendEntry(ctx, { job: failed, kind: "stopped", data: { isPushUndone: false }, at });
  if (isEnd) await publishJobEvent(ctx, { job: failed, event });
}
