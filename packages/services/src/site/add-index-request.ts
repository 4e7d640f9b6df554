import type { Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { isPaused } from "../losses.ts";

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

export type LastRun = { skippedCount?: number; startedAt?: Date | null; endedAt?: Date | null; hasFailed?: boolean };

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
