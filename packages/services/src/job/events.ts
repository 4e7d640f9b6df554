import {
  describeEvent,
  type JOB_EVENTS,
  type JobEvent,
  type JobEventBody,
  type JobEventMessage,
} from "@docsteward/contract/job-event";
import type { WebhookEvent } from "@docsteward/contract/webhook-event";
import { type Job, type JobEvent as JobEventRow, type Prisma, type Sql, sql } from "@docsteward/db/client";
import { z } from "zod";
import type { ProjectContext, SystemContext } from "../context.ts";
import { recordNotification } from "../notification/record.ts";
import { publishEvent } from "../webhook/publish.ts";
import { JobId, presentJob, requireJob } from "./job.ts";

/**
 * Adds events to a job and wakes its followers when the transaction commits.
 *
 * The numbers come from the job's row, which stays locked until then: they grow by one, and in the order of the commits, so a
 * follower that has seen number 7 has seen all before it.
 */
export async function appendEvents(
  { db }: Pick<SystemContext, "db">,
  { jobId, events, at }: { jobId: string; events: JobEventBody[]; at: Date },
): Promise<void> {
  await db.$queryRaw`
    WITH job AS (
      UPDATE "Job" SET "lastEventSeq" = "lastEventSeq" + ${events.length}::int WHERE id = ${jobId}
      RETURNING id, "lastEventSeq"
    ), events AS (${insertEvents({ events, at })})
    SELECT pg_notify('docsteward_job', id)::text FROM job`;
}

/**
 * Part of a statement that adds events to a job.
 *
 * @param input.events as many as were just added to the `lastEventSeq` of `job`, an earlier part of the statement with one row
 */
export function insertEvents({ events, at }: { events: JobEventBody[]; at: Date }): Sql {
  return sql`
    INSERT INTO "JobEvent" ("jobId", seq, type, data, "createdAt")
    SELECT job.id, job."lastEventSeq" - ${events.length}::int + event.place, event.type, event.data::json,
      ${at}::timestamptz
    FROM job, unnest(${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => toJson(data))}::text[])
      WITH ORDINALITY AS event(type, data, place)`;
}

/** The same for entries of its journal, by `lastEntrySeq`. @param input.attempt the one that writes them */
export function insertEntries({ entries, attempt, at }: { entries: NewEntry[]; attempt: number; at: Date }): Sql {
  return sql`
    INSERT INTO "JournalEntry" ("jobId", seq, attempt, kind, data, "createdAt")
    SELECT job.id, job."lastEntrySeq" - ${entries.length}::int + entry.place, ${attempt}::int, entry.kind,
      entry.data::json, ${at}::timestamptz
    FROM job, unnest(${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ data }) => toJson(data))}::text[])
      WITH ORDINALITY AS entry(kind, data, place)`;
}

type NewEntry = { kind: string; data: unknown };

function toJson(data: unknown): string {
  return JSON.stringify(data ?? null);
}

/**
 * Tells the project's webhooks of an event of a job, in the transaction that writes it, and who asked by a comment, and
 * reports that name it, when it has come to rest. Most events are not theirs to hear.
 *
 * @param input.job the row as the event leaves it
 */
export async function publishJobEvent(
  ctx: SystemContext,
  { job, event }: { job: Job; event: JobEventBody },
): Promise<void> {
  const { db, queue } = ctx;
  if (event.type === "job.completed" || event.type === "job.failed") {
    const isAwaited = await db.gitHubMention.count({ where: { jobId: job.id, answeredAt: null } });
    if (isAwaited > 0) await queue.github.enqueue(db, { answersOfJob: job.id });
    const reports = await db.automationReport.findMany({
      where: { jobId: job.id, projectId: job.projectId },
      select: { id: true },
    });
    for (const { id } of reports) {
      await db.automationReport.update({ where: { id }, data: { revision: { increment: 1 } } });
      await queue.github.enqueue(db, { reportId: id });
    }
  }
  const webhookEvent = toWebhookEvent(job, event);
  if (webhookEvent) await publishEvent(ctx, { projectId: job.projectId, event: webhookEvent });
  await notifyPeople(ctx, { job, event });
}

/** Notifies people of a pull request to review and of a job that failed. A cancelled job did not fail, and a draft waits for its author. */
async function notifyPeople(ctx: SystemContext, { job, event }: { job: Job; event: JobEventBody }): Promise<void> {
  const { id, projectId, lastEventSeq } = job;
  const path = `jobs/${id}`;
  if (event.type === "pull_request.opened" && !job.asDraft) {
    const title = `#${event.data.number} ${event.data.title}`;
    const kind = "review";
    await recordNotification(ctx, { projectId, kind, key: `review:${id}:${event.data.number}`, title, path });
  }
  if (event.type === "job.failed" && event.data.code !== "cancelled") {
    const title = `${job.title ?? id}. ${event.data.reason}`;
    await recordNotification(ctx, { projectId, kind: "job", key: `job:${id}:${lastEventSeq}`, title, path });
  }
}

function toWebhookEvent(row: Job, event: JobEventBody): WebhookEvent | null {
  const about = { projectId: row.projectId, job: presentJob(row) };
  switch (event.type) {
    case "job.created":
      return { type: "job.created", data: { ...about, prompt: event.data.prompt } };
    case "message.received": {
      const { messageId: id, content, by = null } = event.data;
      return { type: "job.message_received", data: { ...about, message: { id, content }, by } };
    }
    case "job.completed":
      return { type: "job.completed", data: { ...about, messageToUser: event.data.messageToUser } };
    case "job.failed":
      return { type: "job.failed", data: { ...about, failure: event.data } };
    case "pull_request.opened":
      return { type: "pull_request.opened", data: { ...about, pullRequest: event.data } };
    case "pull_request.merged":
    case "pull_request.closed":
    case "pull_request.reopened": {
      const { by, ...pullRequest } = event.data;
      return { type: event.type, data: { ...about, pullRequest, by } };
    }
    default:
      return null;
  }
}

function presentEvent(row: JobEventRow): JobEvent {
  // The row was written from a JobEventBody.
  const body = { type: row.type, data: row.data } as JobEventBody;
  return { ...body, id: row.seq, jobId: row.jobId, at: row.createdAt.toISOString() };
}

/** An event as the event stream sends it. */
export function toEventMessage(event: JobEvent): JobEventMessage {
  const { id, jobId, type, at, data } = event;
  return { id, jobId, type, at, text: describeEvent(event), data };
}

const DAY_MS = 86_400_000;

/** The events of a job: none is from before it, so that weeks of earlier events are not looked into. Clocks may differ by a day. */
export function ofJob({ id, createdAt }: Pick<Job, "id" | "createdAt">) {
  return { jobId: id, createdAt: { gte: new Date(createdAt.getTime() - DAY_MS) } };
}

type ListEventsInput = {
  id: string;
  /** Only events after this one; all stored events by default. */
  afterId?: number;
  limit?: number;
};

/** A job's events in order, by default at most 1,000. @throws AppError `not_found` */
export async function listEvents(ctx: ProjectContext, input: ListEventsInput): Promise<JobEvent[]> {
  const job = await requireJob(ctx, { id: input.id });
  const rows = await ctx.db.jobEvent.findMany({
    where: { ...ofJob(job), seq: { gt: input.afterId ?? 0 } },
    orderBy: { seq: "asc" },
    take: input.limit ?? 1_000,
  });
  return rows.map(presentEvent);
}

/** The newest events of a job, or those right before one of them. */
export type PastEvents<Event = JobEvent> = {
  /** In order, oldest first. */
  events: Event[];
  /** How many are kept from before the first of these. */
  earlier: number;
};

/** Input of `listPastEvents`: a page of a job's events before `beforeId`, by default the last 300. */
export const ListPastEvents = JobId.extend({
  beforeId: z.number().int().min(1).max(999_999_999).optional(),
  limit: z.number().int().min(1).max(1_000).default(300),
});
/** Parsed input of `listPastEvents`. */
export type ListPastEvents = z.infer<typeof ListPastEvents>;

/** A job's last events, or the last before `beforeId`, at most `limit`. @throws AppError `not_found` */
export async function listPastEvents(
  ctx: ProjectContext,
  { id, beforeId, limit }: ListPastEvents,
): Promise<PastEvents> {
  const job = await requireJob(ctx, { id });
  const rows = await ctx.db.jobEvent.findMany({
    where: { ...ofJob(job), ...(beforeId !== undefined && { seq: { lt: beforeId } }) },
    orderBy: { seq: "desc" },
    take: limit,
  });
  const oldest = rows.at(-1);
  const earlier =
    oldest && rows.length === limit
      ? await ctx.db.jobEvent.count({ where: { ...ofJob(job), seq: { lt: oldest.seq } } })
      : 0;
  return { events: rows.map(presentEvent).reverse(), earlier };
}

/** How the documentation checks of a job ended. */
export type JobChecks = z.infer<(typeof JOB_EVENTS)["checks.finished"]> & { at: string };

/**
 * Adds an entry to a job's journal in the service's own name: how a round ended, in the transaction that ends it. The job's row
 * must be locked.
 */
export async function appendEntry(
  { db }: Pick<SystemContext, "db">,
  { job, kind, data, at }: { job: Job; kind: "done" | "stopped"; data: Prisma.InputJsonObject; at: Date },
): Promise<void> {
  await db.$executeRaw`
    WITH job AS (
      UPDATE "Job" SET "lastEntrySeq" = "lastEntrySeq" + 1 WHERE id = ${job.id} RETURNING id, "lastEntrySeq"
    )
    ${insertEntries({ entries: [{ kind, data }], attempt: job.attempt, at })}`;
}
