import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { ProjectContext, Services } from "../context.ts";
import { isPaused } from "../losses.ts";
import type { RepositoryUse } from "../repository-use.ts";

/**
 * Why a run is asked for. `change`: something happened in the repository, which has no run over a commit that was given up. `person`:
 * somebody wants one, and that commit is tried again. `operator`: one at the machine, for whom no pause holds either.
 */
type IndexRequestReason = "change" | "person" | "operator";

/**
 * Asks for a run over a project's pages, which begins when `tx` commits.
 *
 * While one waits, the request is part of it; while one is under way, exactly one more follows however many ask. While the project is
 * paused it waits without an entry of the queue, which `requeueLostIndexes` adds afterwards.
 */
export async function addIndexRequest(
  tx: Transaction,
  { queue, clock }: Pick<Services, "queue" | "clock">,
  { projectId, reason }: { projectId: string; reason: IndexRequestReason },
): Promise<void> {
  const at = clock.now();
  await tx.$executeRaw`
    INSERT INTO "SiteIndex" ("projectId", status, "requestedAt") VALUES (${projectId}, 'ready', ${at}::timestamptz)
    ON CONFLICT ("projectId") DO NOTHING`;
  await tx.$queryRaw`SELECT 1 FROM "SiteIndex" WHERE "projectId" = ${projectId} FOR UPDATE`;
  const index = await tx.siteIndex.findUniqueOrThrow({ where: { projectId } });
  const { status } = index;
  const isAtRest = status === "ready" || status === "failed";
  await tx.siteIndex.update({
    where: { projectId },
    data: {
      requests: { increment: 1 },
      requestedAt: at,
      ...(isAtRest && { status: "waiting", consecutiveLosses: 0 }),
      ...(reason !== "change" && { givenUpCommit: null }),
      ...(reason === "operator" && { recentLosses: 0, pausedUntil: null }),
    },
  });
  const hasPause = isPaused(index, at) && reason !== "operator";
  const isFreed = reason === "operator" && status === "waiting" && isPaused(index, at);
  const rest = reason === "operator" ? 0 : restSeconds({ ...index, hasFailed: status === "failed" }, at);
  if (isFreed || (isAtRest && !hasPause)) await queue.index.enqueue(tx, projectId, rest);
}

/** Shorter runs are no burden. */
const SHORT_RUN_SECONDS = 20;
const MAX_REST_SECONDS = 600;

type LastRun = { skippedCount?: number; startedAt?: Date | null; endedAt?: Date | null; hasFailed?: boolean };

/**
 * How long a site waits for its next run. After one that left pages out or failed, and took long, it rests as long again: a site
 * whose every commit has pages that take too much keeps no worker busy for ever.
 */
export function restSeconds({ skippedCount = 0, startedAt, endedAt, hasFailed = false }: LastRun, now: Date): number {
  if (!startedAt || !endedAt || (skippedCount === 0 && !hasFailed)) return 0;
  const seconds = (endedAt.getTime() - startedAt.getTime()) / 1_000;
  if (seconds < SHORT_RUN_SECONDS) return 0;
  const rested = (now.getTime() - endedAt.getTime()) / 1_000;
  return Math.max(0, Math.ceil(Math.min(seconds, MAX_REST_SECONDS) - rested));
}

/** Asks for the project's index to be brought up to date with its base ref. Returns at once; see `getIndexState` for how it goes. */
export async function requestIndex(ctx: ProjectContext): Promise<void> {
  const reason = ctx.actor.kind === "operator" ? "operator" : "person";
  await withTransaction(ctx.db, (tx) => addIndexRequest(tx, ctx, { projectId: ctx.project.id, reason }));
}

const RETRY_MS = 5 * 60_000;

/**
 * Asks for a run over a site when its base ref has moved since the last one, or when its pages have to be made anew. A run that
 * failed is tried again at the same commit after five minutes; one that was given up is not, until a person asks for it.
 *
 * @param found.head where the base ref is now; null when that cannot be seen
 * @param found.isCurrent whether the pages that answer were made as this version makes them
 * @returns whether a run was asked for
 */
export async function requestIndexIfDue(
  services: Services,
  site: DueSite,
  { head, isCurrent }: { head: string | null; isCurrent: boolean },
): Promise<boolean> {
  const { status, commit, runCommit, endedAt, givenUpCommit, projectId } = site;
  const restedMs = services.clock.now().getTime() - (endedAt?.getTime() ?? 0);
  if (head === null || head === givenUpCommit) return false;
  const known = status === "ready" ? commit : runCommit;
  const isNew = head !== known;
  const isRetry = status === "failed" && restedMs >= RETRY_MS;
  if (!isNew && !isRetry && (isCurrent || status === "failed")) return false;
  await withTransaction(services.db, (tx) => addIndexRequest(tx, services, { projectId, reason: "change" }));
  return true;
}

/** A site whose repository is to be looked at now. */
export type DueSite = RepositoryUse & {
  projectId: string;
  baseRef: string;
  status: "ready" | "failed";
  /** The commit that answers. */
  commit: string | null;
  /** The commit that the last run read, as far as it got. */
  runCommit: string | null;
  endedAt: Date | null;
  /** A commit that has no run by itself. */
  givenUpCommit: string | null;
  ground: string | null;
  embedderId: string | null;
};

const MAX = 200;

/**
 * Takes the sites at rest that nobody has looked at for a while. However many workers ask, each site comes up once in that
 * time.
 *
 * A project from before there were indexes, or from a backup without them, gets one and comes up like any other.
 */
export async function claimDueSites(
  { db, clock }: Services,
  { host, everySeconds }: { host: string; everySeconds: number },
): Promise<DueSite[]> {
  const now = clock.now();
  await db.$executeRaw`
    INSERT INTO "SiteIndex" ("projectId", status, "requestedAt")
    SELECT id, 'ready', ${now}::timestamptz FROM "Project" project
    WHERE NOT EXISTS (SELECT 1 FROM "SiteIndex" site WHERE site."projectId" = project.id)
    ON CONFLICT DO NOTHING`;
  const before = new Date(now.getTime() - everySeconds * 1000);
  return db.$queryRaw<DueSite[]>`
    UPDATE "SiteIndex" site SET "lookedAt" = ${now}::timestamptz
    FROM "Project" project
    WHERE project.id = site."projectId" AND site."projectId" IN (
      SELECT due."projectId" FROM "SiteIndex" due JOIN "Project" owner ON owner.id = due."projectId"
      WHERE owner.host = ${host} AND due.status IN ('ready', 'failed')
        AND (due."lookedAt" IS NULL OR due."lookedAt" <= ${before}::timestamptz)
      ORDER BY due."lookedAt" NULLS FIRST LIMIT ${MAX}::int FOR UPDATE OF due SKIP LOCKED)
    RETURNING site."projectId", project.repository, project."hostRepositoryId", project."organizationId",
      project."grantedAccount", project."baseRef", site.status::text, site.commit, site."runCommit", site."endedAt",
      site."givenUpCommit", site.ground, site."embedderId"`;
}
