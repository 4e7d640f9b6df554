import type { Todo } from "@docsteward/contract/job";
import type { JobEventBody } from "@docsteward/contract/job-event";
import { type JobMessage, sql, type Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import { type ModelUsage, NO_USAGE } from "@docsteward/platform/money";
import type { Services } from "../context.ts";
import { stripNul } from "../database.ts";
import { addToMonth } from "../usage/budget.ts";
import { publishJobEvent } from "./events.ts";
import { type JobLease, LeaseLostError } from "./lease.ts";

type JobPatch = {
  title?: string;
  branch?: string;
  todos?: Todo[];
  /** The newest message that has entered the conversation. Never goes back. */
  takenMessageSeq?: number;
  /** Added to what the job has used so far; its cost, in millionths of a US dollar, also to the month's counters. */
  usage?: ModelUsage;
};

type JournalEntry = {
  /** Names the moment, so that storing it again, after an answer that was lost, changes nothing. */
  id?: string;
  steps?: { kind: string; data: unknown }[];
  events?: JobEventBody[];
  patch?: JobPatch;
};

/**
 * Stores a moment of a job's work: journal steps, events for followers and changes of the job, together or not at all.
 *
 * One statement, one round trip (two when a pull request was opened): it stands between any two things the agent does. The job's row is locked first, then the
 * counters of its organization and its project, in this order everywhere.
 *
 * @throws FencedError when another attempt has begun or the job has ended; nothing is written then
 */
export async function appendToJournal(services: Services, claim: JobLease, moment: JournalEntry): Promise<void> {
  const opened = moment.events?.find(({ type }) => type === "pull_request.opened");
  const isWritten = opened
    ? await writeAndTell(services, claim, moment, opened)
    : await write(services, services.db, claim, moment);
  if (isWritten || (moment.id !== undefined && (await isRecorded(services, claim, moment.id)))) return;
  throw new LeaseLostError(claim.jobId, claim.attempt);
}

/** The one kind of moment that webhooks hear of takes a round trip more. */
function writeAndTell(
  services: Services,
  claim: JobLease,
  moment: JournalEntry,
  event: JobEventBody,
): Promise<boolean> {
  return withTransaction(services.db, async (tx) => {
    if (!(await write(services, tx, claim, moment))) return false;
    const job = await tx.job.findUniqueOrThrow({ where: { id: claim.jobId } });
    await publishJobEvent(services, tx, { job, event });
    return true;
  });
}

/** @returns false when nothing was written: the attempt is over, or the moment is there already */
async function write(
  services: Services,
  db: Pick<Transaction, "$queryRaw">,
  claim: JobLease,
  moment: JournalEntry,
): Promise<boolean> {
  const { id = newId("rec"), steps = [], events = [], patch = {} } = moment;
  const { usage = NO_USAGE } = patch;
  const { inputTokens, cachedInputTokens, outputTokens, modelCalls, costMicroUsd } = usage;
  const at = services.clock.now();
  const recorded = await db.$queryRaw<unknown[]>`
    WITH job AS (
      UPDATE "Job" SET
        "lastStepSeq" = "lastStepSeq" + ${steps.length}::int,
        "lastEventSeq" = "lastEventSeq" + ${events.length}::int,
        title = COALESCE(${storable(patch.title)}::text, title),
        branch = COALESCE(${storable(patch.branch)}::text, branch),
        todos = COALESCE(${patch.todos ? JSON.stringify(patch.todos) : null}::json, todos),
        "takenMessageSeq" = GREATEST("takenMessageSeq", ${patch.takenMessageSeq ?? 0}::int),
        "inputTokens" = "inputTokens" + ${inputTokens}::int,
        "cachedInputTokens" = "cachedInputTokens" + ${cachedInputTokens}::int,
        "outputTokens" = "outputTokens" + ${outputTokens}::int,
        "modelCalls" = "modelCalls" + ${modelCalls}::int,
        "costMicroUsd" = "costMicroUsd" + ${costMicroUsd}::bigint,
        "lastRecordId" = ${id}
      WHERE id = ${claim.jobId} AND attempt = ${claim.attempt}::int AND status = 'active'
        AND "lastRecordId" IS DISTINCT FROM ${id}
      RETURNING id, "projectId", "lastStepSeq", "lastEventSeq"
    ), steps AS (
      INSERT INTO "JobStep" ("jobId", seq, attempt, kind, data, "createdAt")
      SELECT job.id, job."lastStepSeq" - ${steps.length}::int + step.place, ${claim.attempt}::int, step.kind,
        step.data::json, ${at}::timestamptz
      FROM job, unnest(${steps.map(({ kind }) => kind)}::text[], ${steps.map(({ data }) => toJson(data))}::text[])
        WITH ORDINALITY AS step(kind, data, place)
    ), events AS (
      INSERT INTO "JobEvent" ("jobId", seq, type, data, "createdAt")
      SELECT job.id, job."lastEventSeq" - ${events.length}::int + event.place, event.type, event.data::json,
        ${at}::timestamptz
      FROM job, unnest(${events.map(({ type }) => type)}::text[], ${events.map(({ data }) => toJson(data))}::text[])
        WITH ORDINALITY AS event(type, data, place)
    ), cost AS (${addToMonth({ from: sql`job`, costMicroUsd, at })})
    SELECT CASE WHEN ${events.length}::int > 0 THEN pg_notify('docsteward_job', id)::text END AS notified FROM job`;
  return recorded.length > 0;
}

async function isRecorded({ db }: Services, { jobId }: JobLease, lastRecordId: string): Promise<boolean> {
  return (await db.job.count({ where: { id: jobId, lastRecordId } })) > 0;
}

function storable(text: string | undefined): string | null {
  return text === undefined ? null : stripNul(text);
}

function toJson(data: unknown): string {
  return JSON.stringify(data ?? null);
}

/**
 * The messages that have not entered the conversation yet, oldest first. They count as taken once `appendToJournal` has stored
 * their number as `takenMessageSeq`, together with the step that holds them.
 */
export async function listUnreadMessages({ db }: Services, { jobId }: Pick<JobLease, "jobId">): Promise<JobMessage[]> {
  return db.$queryRaw<JobMessage[]>`
    SELECT message.id, message."jobId", message.seq, message.role, message.content, message."createdAt"
    FROM "JobMessage" message JOIN "Job" job ON job.id = message."jobId"
    WHERE job.id = ${jobId} AND message.seq > job."takenMessageSeq"
    ORDER BY message.seq`;
}
