import type { Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";

/**
 * Asks for a run over a project's pages, which begins when `tx` commits.
 *
 * While one waits, the request is part of it; while one is under way, exactly one more follows however many ask.
 */
export async function addIndexRequest(
  tx: Transaction,
  { queue, clock }: Pick<Services, "queue" | "clock">,
  { projectId }: { projectId: string },
): Promise<void> {
  const at = clock.now();
  await tx.$executeRaw`
    INSERT INTO "SiteIndex" ("projectId", status, "requestedAt") VALUES (${projectId}, 'ready', ${at}::timestamptz)
    ON CONFLICT ("projectId") DO NOTHING`;
  const [{ status, ...last } = { status: "waiting" }] = await tx.$queryRaw<({ status: string } & LastRun)[]>`
    SELECT status::text, "skippedCount", "startedAt", "endedAt" FROM "SiteIndex" WHERE "projectId" = ${projectId} FOR UPDATE`;
  const isAtRest = status === "ready" || status === "failed";
  await tx.siteIndex.update({
    where: { projectId },
    data: { requests: { increment: 1 }, requestedAt: at, ...(isAtRest && { status: "waiting", consecutiveLosses: 0 }) },
  });
  if (isAtRest) await queue.index.enqueue(tx, projectId, restSeconds({ ...last, hasFailed: status === "failed" }, at));
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
