import type { Database, Transaction } from "./client.ts";
import { Prisma } from "./generated/client.ts";

type Reader = Pick<Transaction, "$queryRaw">;

/** Most jobs that a project and an organization have with workers at one time, where they have no limit of their own. */
export type ActiveJobLimits = { perProject: number; perOrganization: number };

/** For an installation that sets no limit of active jobs. */
export const NO_ACTIVE_LIMITS: ActiveJobLimits = { perProject: 1_000_000_000, perOrganization: 1_000_000_000 };

/** Any number will do that no other lock has. */
const TURN_LOCK = 72_707_370;

/** Adds a job to those that wait for their turn. */
export async function addWaitingJob(tx: Transaction, jobId: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "WaitingJob" ("jobId", "projectId", "organizationId")
    SELECT given.id, COALESCE(job."projectId", 'prj_unknown'), COALESCE(project."organizationId", 'org_unknown')
    FROM (SELECT ${jobId}::text AS id) given
    LEFT JOIN "Job" job ON job.id = given.id
    LEFT JOIN "Project" project ON project.id = job."projectId"`;
}

/** The entries of the workers' queue: few, since a job gets one only when a worker is about to be free. */
const liveEntries = (queue: string) => Prisma.sql`
  live AS MATERIALIZED (
    SELECT entry.singleton_key AS "jobId", entry.state::text AS state FROM pgboss.job entry
    WHERE entry.name = ${queue} AND entry.state < 'active' AND NOT entry.blocked
    UNION
    SELECT entry.singleton_key, entry.state::text FROM pgboss.job entry
    WHERE entry.name = ${queue} AND entry.state IN ('active', 'retry', 'failed') AND entry.policy = 'key_strict_fifo'
  ), running AS MATERIALIZED (
    SELECT project."organizationId", job."projectId", count(*)::int AS count
    FROM (SELECT DISTINCT "jobId" FROM live WHERE state <> 'failed') held
    JOIN "Job" job ON job.id = held."jobId" JOIN "Project" project ON project.id = job."projectId"
    GROUP BY 1, 2
  )`;

/** One row for each project with waiting jobs, each found by one step in the index however many jobs it has. */
const WAITING_PROJECTS = Prisma.sql`
  queued AS (
    (SELECT "organizationId", "projectId" FROM "WaitingJob" ORDER BY 1, 2 LIMIT 1)
    UNION ALL
    SELECT next."organizationId", next."projectId" FROM queued, LATERAL (
      SELECT waiting."organizationId", waiting."projectId" FROM "WaitingJob" waiting
      WHERE (waiting."organizationId", waiting."projectId") > (queued."organizationId", queued."projectId")
      ORDER BY 1, 2 LIMIT 1) next
  ), newest AS MATERIALIZED (
    SELECT COALESCE((SELECT turn FROM "QueueTurn" WHERE "ownerId" = 'newest'), 0) AS turn
  ), tenant AS MATERIALIZED (
    SELECT queued."organizationId", queued."projectId",
      GREATEST(COALESCE(organization."queueWeight", 1), 1) AS weight,
      COALESCE((SELECT sum(running.count) FROM running WHERE running."organizationId" = queued."organizationId"), 0)::int
        AS "organizationRunning",
      COALESCE((SELECT running.count FROM running WHERE running."projectId" = queued."projectId"), 0) AS "projectRunning",
      GREATEST(COALESCE(ours.turn, 0), newest.turn) AS "organizationTurn",
      COALESCE(own.turn, -1) AS "projectTurn",
      organization."maxActiveJobs" AS "organizationLimit", project."maxActiveJobs" AS "projectLimit"
    FROM queued CROSS JOIN newest
    LEFT JOIN "Organization" organization ON organization.id = queued."organizationId"
    LEFT JOIN "Project" project ON project.id = queued."projectId"
    LEFT JOIN "QueueTurn" ours ON ours."ownerId" = queued."organizationId"
    LEFT JOIN "QueueTurn" own ON own."ownerId" = queued."projectId"
  )`;

export type TurnOptions = {
  queue: string;
  limits: ActiveJobLimits;
  /** No job gets its turn while so many entries wait for a worker. */
  room: number;
  /** Leaves it to a transaction that has the lock, which a caller who answers a person must not wait for. */
  isPatient: boolean;
};

/** The statement that takes the next job out of the line. Exported for the test of its plan. */
export function takeTurnSql({ queue, limits, room }: Omit<TurnOptions, "isPatient">): Prisma.Sql {
  return Prisma.sql`
    WITH RECURSIVE ${liveEntries(queue)}, ${WAITING_PROJECTS}, picked AS (
      SELECT head.id, head."jobId", tenant.*
      FROM (
        SELECT * FROM tenant
        WHERE "organizationRunning" < COALESCE("organizationLimit", ${limits.perOrganization}::int)
          AND "projectRunning" < COALESCE("projectLimit", ${limits.perProject}::int)
        ORDER BY "organizationRunning"::float / weight, "organizationTurn", "organizationId", "projectRunning", "projectTurn",
          "projectId"
      ) tenant
      CROSS JOIN LATERAL (
        SELECT waiting.id, waiting."jobId" FROM "WaitingJob" waiting
        WHERE waiting."organizationId" = tenant."organizationId" AND waiting."projectId" = tenant."projectId"
          AND NOT EXISTS (SELECT 1 FROM live WHERE live."jobId" = waiting."jobId")
        ORDER BY waiting.id LIMIT 1) head
      WHERE (
        SELECT count(DISTINCT ready."jobId") FROM live ready
        WHERE ready.state IN ('created', 'retry')
          AND NOT EXISTS (SELECT 1 FROM live held WHERE held."jobId" = ready."jobId" AND held.state IN ('active', 'failed'))
      ) < ${room}::int
      LIMIT 1
    ), gone AS (
      DELETE FROM "WaitingJob" waiting USING picked WHERE waiting.id = picked.id
    ), turned AS (
      INSERT INTO "QueueTurn" ("ownerId", turn)
      SELECT "ownerId", turn FROM picked, LATERAL (VALUES
        (picked."organizationId", picked."organizationTurn" + 1.0 / picked.weight),
        (picked."projectId", picked."organizationTurn" + 1.0 / picked.weight),
        ('newest', picked."organizationTurn")) turns ("ownerId", turn)
      ON CONFLICT ("ownerId") DO UPDATE SET turn = excluded.turn
    )
    SELECT "jobId" FROM picked`;
}

/**
 * Takes the next job out of the line: of the organization with the fewest running jobs for its weight, and among equals of the
 * one whose last turn is the longest ago; inside it, of the project by the same rule.
 *
 * @returns null when no job waits, none may run, or enough entries wait for a worker
 */
export async function takeTurn(tx: Transaction, { isPatient, ...options }: TurnOptions): Promise<string | null> {
  if (isPatient) await tx.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(${TURN_LOCK})) locked`;
  else {
    const [lock] = await tx.$queryRaw<{ isFree: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${TURN_LOCK}) AS "isFree"`;
    if (!lock?.isFree) return null;
  }
  const [picked] = await tx.$queryRaw<{ jobId: string }[]>(takeTurnSql(options));
  return picked?.jobId ?? null;
}

/** Whether any job waits for its turn. */
export async function hasWaitingJobs(db: Pick<Database, "$queryRaw">): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`SELECT 1 FROM "WaitingJob" LIMIT 1`;
  return rows.length > 0;
}

/** Forgets turns that no longer change the order: an owner without one counts from the newest turn on. */
export async function forgetOldTurns(db: Pick<Database, "$executeRaw">): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "QueueTurn" WHERE turn < (SELECT turn FROM "QueueTurn" WHERE "ownerId" = 'newest')`;
}

/** Places above this one all count as this one. */
export const LAST_PLACE = 500;

type WaitingTenant = {
  organizationId: string;
  projectId: string;
  weight: number;
  organizationRunning: number;
  projectRunning: number;
  organizationTurn: number;
  projectTurn: number;
  waiting: number;
};

/**
 * Finds the places of jobs in the line, 1 for the next one, in the order in which `takeTurn` would take them if none ended
 * meanwhile. Jobs that do not wait are left out.
 */
export async function findPlaces(
  db: Reader,
  { queue, jobIds }: { queue: string; jobIds: readonly string[] },
): Promise<Map<string, number>> {
  if (jobIds.length === 0) return new Map();
  const own = await db.$queryRaw<{ jobId: string; projectId: string; before: number }[]>`
    SELECT mine."jobId", mine."projectId", (
      SELECT count(*) FROM (
        SELECT 1 FROM "WaitingJob" other
        WHERE other."organizationId" = mine."organizationId" AND other."projectId" = mine."projectId" AND other.id < mine.id
        LIMIT ${LAST_PLACE}::int) earlier)::int AS before
    FROM (SELECT DISTINCT ON ("jobId") * FROM "WaitingJob" WHERE "jobId" = ANY(${jobIds}::text[]) ORDER BY "jobId", id) mine`;
  if (own.length === 0) return new Map();
  const tenants = await db.$queryRaw<WaitingTenant[]>`
    WITH RECURSIVE ${liveEntries(queue)}, ${WAITING_PROJECTS}
    SELECT "organizationId", "projectId", weight, "organizationRunning", "projectRunning", "organizationTurn", "projectTurn", (
      SELECT count(*) FROM (
        SELECT 1 FROM "WaitingJob" waiting
        WHERE waiting."organizationId" = tenant."organizationId" AND waiting."projectId" = tenant."projectId"
        LIMIT ${LAST_PLACE}::int) first)::int AS waiting
    FROM tenant`;
  return placesOf(own, tenants);
}

type OwnJob = { jobId: string; projectId: string; before: number };

/** Takes turns as `takeTurn` does, until every job has had its own. */
function placesOf(own: readonly OwnJob[], tenants: WaitingTenant[]): Map<string, number> {
  const organizations = Map.groupBy(tenants, ({ organizationId }) => organizationId);
  const taken = new Map<string, number>();
  const places = new Map<string, number>();
  for (let place = 1; place < LAST_PLACE && places.size < own.length; place += 1) {
    const next = chooseTenant(organizations, taken);
    if (next === null) break;
    const before = taken.get(next.projectId) ?? 0;
    taken.set(next.projectId, before + 1);
    for (const tenant of organizations.get(next.organizationId) ?? []) {
      tenant.organizationRunning += 1;
      tenant.organizationTurn += 1 / tenant.weight;
    }
    next.projectRunning += 1;
    next.projectTurn = next.organizationTurn;
    for (const job of own) if (job.projectId === next.projectId && job.before === before) places.set(job.jobId, place);
  }
  for (const { jobId } of own) if (!places.has(jobId)) places.set(jobId, LAST_PLACE);
  return places;
}

function chooseTenant(
  organizations: Map<string, WaitingTenant[]>,
  taken: ReadonlyMap<string, number>,
): WaitingTenant | null {
  let best: WaitingTenant | null = null;
  for (const tenants of organizations.values())
    for (const tenant of tenants)
      if ((taken.get(tenant.projectId) ?? 0) < tenant.waiting && (best === null || comesBefore(tenant, best)))
        best = tenant;
  return best;
}

function comesBefore(one: WaitingTenant, other: WaitingTenant): boolean {
  const share = ({ organizationRunning, weight }: WaitingTenant) => organizationRunning / weight;
  const differences = [
    share(one) - share(other),
    one.organizationTurn - other.organizationTurn,
    compare(one.organizationId, other.organizationId),
    one.projectRunning - other.projectRunning,
    one.projectTurn - other.projectTurn,
    compare(one.projectId, other.projectId),
  ];
  return (differences.find((difference) => difference !== 0) ?? 0) < 0;
}

const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
