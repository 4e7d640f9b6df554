import type { HostKind } from "@docsteward/git/host";
import { inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { lockWork, pauseSeconds } from "../lease.ts";
import type { RepositoryUse } from "../repository-use.ts";

/**
 * Why a run is asked for. `change`: something happened in the repository, which has no run over a commit that was given up. `person`:
 * a person asks for one, and that commit is tried again. `operator`: from the command line, which no pause delays.
 */
type IndexRequestReason = "change" | "person" | "operator";

/**
 * Requests a run over a project's pages, which begins when the transaction commits, or when the project's pause is over.
 *
 * While one waits, the request is part of it; while one is under way, exactly one more follows however many are requested.
 */
export async function addIndexRequest(
  ctx: Pick<SystemContext, "db" | "queue" | "clock">,
  { projectId, reason }: { projectId: string; reason: IndexRequestReason },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { db, queue, clock } = ctx;
    const at = clock.now();
    await db.$executeRaw`
      INSERT INTO "SiteIndex" ("projectId", status, "requestedAt") VALUES (${projectId}, 'ready', ${at}::timestamptz)
      ON CONFLICT ("projectId") DO NOTHING`;
    const before = await lockWork(ctx, { kind: "index", id: projectId });
    const isAtRest = before?.status === "ready" || before?.status === "failed";
    const index = await db.siteIndex.update({
      where: { projectId },
      data: {
        requests: { increment: 1 },
        requestedAt: at,
        ...(isAtRest && { status: "waiting", consecutiveLosses: 0 }),
        ...(reason !== "change" && { givenUpCommit: null }),
        ...(reason === "operator" && { recentLosses: 0, pausedUntil: null }),
      },
    });
    const isResumed = before?.status === "waiting" && pauseSeconds(before, at) > 0 && pauseSeconds(index, at) === 0;
    if (isAtRest || isResumed) await queue.index.requeue(db, projectId, { delaySeconds: pauseSeconds(index, at) });
  });
}

/** Requests that the project's index is brought up to date with its base ref. Returns without waiting; see `getIndexState`. */
export async function requestIndex(ctx: ProjectContext): Promise<void> {
  const reason = ctx.actor.kind === "operator" ? "operator" : "person";
  await addIndexRequest(ctx, { projectId: ctx.project.id, reason });
}

const RETRY_MS = 5 * 60_000;

type DueIndexRequest = {
  site: DueSite;
  /** Where the base ref is now; null when that is not known. */
  head: string | null;
  /** Whether this version would make the same pages of the commit that answers. */
  isCurrent: boolean;
};

/**
 * Requests a run over a site when its base ref has moved since the last one, or when its pages have to be made anew. A run that
 * failed is tried again at the same commit after five minutes; one that was given up is not, until a person requests it.
 *
 * @returns whether a run was requested
 */
export async function requestIndexIfDue(
  ctx: SystemContext,
  { site, head, isCurrent }: DueIndexRequest,
): Promise<boolean> {
  const { status, commit, runCommit, endedAt, givenUpCommit, projectId } = site;
  const restedMs = ctx.clock.now().getTime() - (endedAt?.getTime() ?? 0);
  if (head === null || head === givenUpCommit) return false;
  const known = status === "ready" ? commit : runCommit;
  const isNew = head !== known;
  const isRetry = status === "failed" && restedMs >= RETRY_MS;
  if (!isNew && !isRetry && (isCurrent || status === "failed")) return false;
  await addIndexRequest(ctx, { projectId, reason: "change" });
  return true;
}

/** A site whose repository is to be looked at now. */
export type DueSite = RepositoryUse & {
  projectId: string;
  baseRef: string;
  status: "ready" | "failed";
  /** The commit that answers. */
  commit: string | null;
  /** The commit that the last run read, if it got that far. */
  runCommit: string | null;
  endedAt: Date | null;
  /** A commit that has no run by itself. */
  givenUpCommit: string | null;
  fingerprint: string | null;
  embedderId: string | null;
};

const MAX = 200;

/**
 * Takes the idle sites whose next poll is due. However many workers ask, each site is taken once in its time.
 *
 * @param everySeconds how often a site is polled, by the host of its repository
 */
export async function claimDueSites(
  { db, clock }: SystemContext,
  { everySeconds }: { everySeconds: Record<HostKind, number> },
): Promise<DueSite[]> {
  const now = clock.now();
  // The rows are named one by one, so that each is found in an index, whatever the planner expects of the number of due sites.
  return db.$queryRaw<DueSite[]>`
    WITH due AS MATERIALIZED (
      SELECT "projectId" FROM "SiteIndex"
      WHERE status IN ('ready', 'failed') AND "nextPollAt" <= ${now}::timestamptz
      ORDER BY "nextPollAt" LIMIT ${MAX}::int FOR UPDATE SKIP LOCKED)
    UPDATE "SiteIndex" site SET "lastPolledAt" = ${now}::timestamptz, "nextPollAt" = ${now}::timestamptz + interval '1 second'
      * CASE project.host WHEN 'local' THEN ${everySeconds.local}::int WHEN 'git' THEN ${everySeconds.git}::int
          ELSE ${everySeconds.github}::int END
    FROM due CROSS JOIN LATERAL (SELECT * FROM "Project" WHERE id = due."projectId" LIMIT 1) project
    WHERE site."projectId" = ANY(ARRAY(SELECT "projectId" FROM due)) AND site."projectId" = due."projectId"
    RETURNING site."projectId", project.repository, project."hostRepositoryId", project."organizationId",
      project."grantedAccount", project."baseRef", site.status::text, site.commit, site."runCommit", site."endedAt",
      site."givenUpCommit", site.fingerprint, site."embedderId"`;
}

/** Gives an index to each project from before there were indexes, or from a backup without them: it comes up like any other. */
export async function addMissingIndexes({ db, clock }: SystemContext): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "SiteIndex" ("projectId", status, "requestedAt")
    SELECT id, 'ready', ${clock.now()}::timestamptz FROM "Project" project
    WHERE NOT EXISTS (SELECT 1 FROM "SiteIndex" site WHERE site."projectId" = project.id)
    ON CONFLICT DO NOTHING`;
}
