import type { Todo } from "@docsteward/contract/job";
import type { JobEventBody } from "@docsteward/contract/job-event";
import { type JobMessage, runStatement, sql } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { type ModelUsage, NO_USAGE } from "@docsteward/platform/money";
import { inTransaction, type SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { holds, type Lease, LeaseLostError } from "../lease.ts";
import { addToMonth } from "../usage/budget.ts";
import { insertEntries, insertEvents, publishJobEvent } from "./events.ts";

type JobPatch = {
  title?: string;
  branch?: string;
  todos?: Todo[];
  /** The newest message that has entered the conversation. Never goes back. */
  takenMessageSeq?: number;
  /** Added to what the job has used so far; its cost, in millionths of a US dollar, also to the month's counters. */
  usage?: ModelUsage;
  /** What all pushes to the branch changed. */
  size?: { files: number; additions: number; deletions: number };
  /** Errors and warnings that the last check left. */
  openProblems?: number;
};

type JournalWrite = {
  lease: Lease<"job">;
  /** Names the write, so that repeating it, after an answer that was lost, changes nothing. */
  id?: string;
  entries?: { kind: string; data: unknown }[];
  events?: JobEventBody[];
  patch?: JobPatch;
};

/**
 * Stores what a worker did on a job: entries of the journal, events for followers and changes of the job, together or not at all.
 *
 * One statement, one round trip (two when a pull request was opened), because the agent waits for it after each action. The
 * job's row is locked first, then the counters of its organization and its project, in this order everywhere.
 *
 * @returns whether the job had messages, at the moment of the write, that have not entered the conversation
 * @throws LeaseLostError when another attempt has begun or the job has ended; nothing is written then
 */
export async function appendToJournal(ctx: SystemContext, input: JournalWrite): Promise<{ hasUnread: boolean }> {
  const opened = input.events?.find(({ type }) => type === "pull_request.opened");
  const written = opened ? await writeAndPublish(ctx, input, opened) : await write(ctx, input);
  if (written !== null) return written;
  // What an earlier try has read is not known any more: whoever wants to know looks.
  if (input.id !== undefined && (await isRecorded(ctx, input))) return { hasUnread: true };
  throw new LeaseLostError(input.lease);
}

type Written = { hasUnread: boolean };

/** The one kind of write that webhooks get takes a round trip more. */
function writeAndPublish(ctx: SystemContext, input: JournalWrite, event: JobEventBody): Promise<Written | null> {
  return inTransaction(ctx, async (ctx) => {
    const written = await write(ctx, input);
    if (written === null) return null;
    const job = await ctx.db.job.findUniqueOrThrow({ where: { id: input.lease.id } });
    await publishJobEvent(ctx, { job, event });
    return written;
  });
}

/** @returns null when nothing was written: the attempt is over, or the write was written before */
async function write({ db, clock }: SystemContext, input: JournalWrite): Promise<Written | null> {
  const { id = newId("rec"), entries = [], events = [], patch = {}, lease } = input;
  const { usage = NO_USAGE } = patch;
  const { inputTokens, cachedInputTokens, outputTokens, modelCalls, costMicroUsd } = usage;
  const at = clock.now();
  const statement = sql`
    WITH job AS (
      UPDATE "Job" SET
        "lastEntrySeq" = "lastEntrySeq" + ${entries.length}::int,
        "lastEventSeq" = "lastEventSeq" + ${events.length}::int,
        title = COALESCE(${storable(patch.title)}::text, title),
        branch = COALESCE(${storable(patch.branch)}::text, branch),
        todos = COALESCE(${patch.todos ? JSON.stringify(patch.todos) : null}::json, todos),
        "changedFiles" = COALESCE(${patch.size?.files ?? null}::int, "changedFiles"),
        "addedLines" = COALESCE(${patch.size?.additions ?? null}::int, "addedLines"),
        "deletedLines" = COALESCE(${patch.size?.deletions ?? null}::int, "deletedLines"),
        "openProblems" = COALESCE(${patch.openProblems ?? null}::int, "openProblems"),
        "takenMessageSeq" = GREATEST("takenMessageSeq", ${patch.takenMessageSeq ?? 0}::int),
        "inputTokens" = "inputTokens" + ${inputTokens}::int,
        "cachedInputTokens" = "cachedInputTokens" + ${cachedInputTokens}::int,
        "outputTokens" = "outputTokens" + ${outputTokens}::int,
        "modelCalls" = "modelCalls" + ${modelCalls}::int,
        "costMicroUsd" = "costMicroUsd" + ${costMicroUsd}::bigint,
        "lastWriteId" = ${id}
      WHERE ${holds(lease)} AND "lastWriteId" IS DISTINCT FROM ${id}
      RETURNING id, "projectId", "lastEntrySeq", "lastEventSeq", "lastMessageSeq" > "takenMessageSeq" AS "hasUnread"
    ), entries AS (${insertEntries({ entries, attempt: lease.attempt, at })}
    ), events AS (${insertEvents({ events, at })}
    ), cost AS (${addToMonth({ from: sql`job`, costMicroUsd, at })})
    SELECT "hasUnread", CASE WHEN ${events.length}::int > 0 THEN pg_notify('docsteward_job', id)::text END AS notified
    FROM job`;
  const [recorded] = await runStatement<Written>(db, "append_to_journal", statement);
  return recorded ? { hasUnread: recorded.hasUnread } : null;
}

async function isRecorded({ db }: SystemContext, { lease, id }: JournalWrite): Promise<boolean> {
  return (await db.job.count({ where: { id: lease.id, lastWriteId: id ?? null } })) > 0;
}

function storable(text: string | undefined): string | null {
  return text === undefined ? null : stripNul(text);
}

/**
 * The messages that have not entered the conversation yet, oldest first. They count as taken once `appendToJournal` has stored
 * their number as `takenMessageSeq`, together with the entry that holds them.
 */
export async function listUnreadMessages({ db }: SystemContext, { id }: { id: string }): Promise<JobMessage[]> {
  const statement = sql`
    SELECT message.id, message."jobId", message.seq, message.role, message.content, message."createdAt"
    FROM "JobMessage" message JOIN "Job" job ON job.id = message."jobId"
    WHERE job.id = ${id} AND message.seq > job."takenMessageSeq"
    ORDER BY message.seq`;
  return runStatement<JobMessage>(db, "unread_messages", statement);
}
