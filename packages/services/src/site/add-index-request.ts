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
  const hasPause = isPaused(index, at);
  const isFreed = hasPause && reason === "operator" && status === "waiting";
  if (isFreed || (isAtRest && (!hasPause || reason === "operator"))) await queue.index.enqueue(tx, projectId);
}
