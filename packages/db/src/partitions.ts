import type { Database, Transaction } from "./client.ts";
import { withTransaction } from "./with-transaction.ts";

const WEEK_MS = 7 * 86_400_000;
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY_MS = 4 * 86_400_000;
/** Weeks are made so far ahead: a service that stood still for less writes each event into its week. */
const WEEKS_AHEAD = 4;

/** Any number will do that no other lock has. */
const PARTS_LOCK = 72_707_371;
/** PostgreSQL's code of a lock that did not come in time. */
const NOT_LOCKED = "55P03";

/** A part of the events' table: those of a week, or all from before the first week, which begins at no time. */
type Part = { name: string; startsAt: Date | null; endsAt: Date };

/**
 * Makes the parts of the events' table for the coming weeks. Events of a time without a part are in the part `JobEvent_other`; a week
 * that has some there gets no part.
 *
 * @returns the names of the new parts; none when the table is in use for long, e.g. by a backup: the next call makes them
 */
export async function makeEventWeeks(db: Database | Transaction, now: Date): Promise<string[]> {
  const made: string[] = [];
  const parts = await listParts(db);
  const thisWeek = Math.floor((now.getTime() - FIRST_MONDAY_MS) / WEEK_MS);
  for (let week = thisWeek; week <= thisWeek + WEEKS_AHEAD; week += 1) {
    const startsAt = new Date(FIRST_MONDAY_MS + week * WEEK_MS);
    const endsAt = new Date(startsAt.getTime() + WEEK_MS);
    const name = `JobEvent_${startsAt.toISOString().slice(0, 10).replaceAll("-", "_")}`;
    const isOfWeek = (part: Part) => startsAt < part.endsAt && (part.startsAt === null || part.startsAt < endsAt);
    if (parts.some(isOfWeek)) continue;
    const isMade = await changeParts(db, async (tx) => {
      if ((await listParts(tx)).some(isOfWeek)) return false;
      const [other] = await tx.$queryRaw<{ isUsed: boolean }[]>`
        SELECT EXISTS (
          SELECT 1 FROM "JobEvent_other" WHERE "createdAt" >= ${startsAt}::timestamptz AND "createdAt" < ${endsAt}::timestamptz
        ) AS "isUsed"`;
      if (other?.isUsed) return false;
      // Attached rather than made in its place, which would lock out all that read and write events.
      await tx.$executeRawUnsafe(`CREATE TABLE "${name}" (LIKE "JobEvent_other" INCLUDING ALL)`);
      await tx.$executeRawUnsafe(
        `ALTER TABLE "JobEvent" ATTACH PARTITION "${name}" FOR VALUES FROM ('${startsAt.toISOString()}') TO ('${endsAt.toISOString()}')`,
      );
      return true;
    });
    if (isMade) made.push(name);
  }
  return made;
}

/**
 * Drops the parts of the events' table that end before a time. One with events of an active job stays.
 *
 * @returns the names of those dropped, and of those whose old events have to be deleted one by one: what stayed, and parts that hold
 *   more than a week. A part that is in use for long, e.g. by a backup, is neither, and left to the next call
 */
export async function dropEventWeeks(
  db: Database | Transaction,
  before: Date,
): Promise<{ dropped: string[]; mixed: string[] }> {
  const dropped: string[] = [];
  const mixed = ["JobEvent_other"];
  for (const { name, startsAt, endsAt } of await listParts(db)) {
    if (endsAt > before) {
      if (startsAt === null) mixed.push(name);
      continue;
    }
    const isDropped = await changeParts(db, async (tx) => {
      if (!(await listParts(tx)).some((part) => part.name === name)) return false;
      const [active] = await tx.$queryRawUnsafe<{ isUsed: boolean }[]>(`
        SELECT EXISTS (
          SELECT 1 FROM "Job" job WHERE status = 'active' AND EXISTS (SELECT 1 FROM "${name}" event WHERE event."jobId" = job.id)
        ) AS "isUsed"`);
      if (active?.isUsed) {
        mixed.push(name);
        return false;
      }
      await tx.$executeRawUnsafe(`DROP TABLE "${name}"`);
      return true;
    });
    if (isDropped) dropped.push(name);
  }
  return { dropped, mixed };
}

/** Every part but `JobEvent_other`. */
async function listParts(db: Pick<Transaction, "$queryRaw">): Promise<Part[]> {
  return db.$queryRaw<Part[]>`
    SELECT name, substring(bound FROM 'FROM \\(''([^'']+)''')::timestamptz AS "startsAt",
      substring(bound FROM 'TO \\(''([^'']+)''')::timestamptz AS "endsAt"
    FROM pg_inherits JOIN pg_class class ON class.oid = inhrelid
      CROSS JOIN LATERAL (SELECT relname::text AS name, pg_get_expr(relpartbound, class.oid) AS bound) part
    WHERE inhparent = '"JobEvent"'::regclass AND bound <> 'DEFAULT'
    ORDER BY "endsAt"`;
}

/**
 * Empties the part of `AnswerStreamBatch` that the next hour writes into, as the migration `stream_chunk_slots` deals the hours out: its
 * chunks are of three hours ago. It stays while an answer still has some there.
 */
export async function emptyChunkSlot(db: Database | Transaction): Promise<void> {
  const [next] = await db.$queryRaw<{ table: string; size: number }[]>`
    SELECT name AS "table", pg_relation_size(format('%I', name)::regclass)::float8 AS size
    FROM (SELECT 'AnswerStreamBatch_' || (floor(EXTRACT(epoch FROM now()) / 3600)::bigint + 1) % 4 AS name) slot`;
  if (!next?.size) return;
  await changeParts(db, async (tx) => {
    await tx.$executeRawUnsafe(`LOCK TABLE "${next.table}" IN ACCESS EXCLUSIVE MODE`);
    const [chunk] = await tx.$queryRawUnsafe<object[]>(`SELECT 1 FROM "${next.table}" LIMIT 1`);
    if (!chunk) await tx.$executeRawUnsafe(`TRUNCATE "${next.table}"`);
    return !chunk;
  });
}

/** One process at a time; false when another is at it, or a lock does not come. */
async function changeParts(
  db: Database | Transaction,
  change: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  const work = async (tx: Transaction) => {
    const [lock] = await tx.$queryRaw<
      { isMine: boolean }[]
    >`SELECT pg_try_advisory_xact_lock(${PARTS_LOCK}::bigint) AS "isMine"`;
    if (!lock?.isMine) return false;
    // Shorter than PostgreSQL waits before it looks for a deadlock (1 s), for all locks together: this gives way, and no job has to.
    await tx.$executeRaw`SET LOCAL lock_timeout = '250ms'`;
    return change(tx);
  };
  try {
    return await withTransaction(db, work, { timeoutMs: 60_000 });
  } catch (error) {
    if (error instanceof Error && error.message.includes(`Code: \`${NOT_LOCKED}\``)) return false;
    throw error;
  }
}
