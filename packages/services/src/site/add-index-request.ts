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
  const [{ status } = { status: "waiting" }] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status::text FROM "SiteIndex" WHERE "projectId" = ${projectId} FOR UPDATE`;
  const isAtRest = status === "ready" || status === "failed";
  await tx.siteIndex.update({
    where: { projectId },
    data: { requests: { increment: 1 }, requestedAt: at, ...(isAtRest && { status: "waiting", consecutiveLosses: 0 }) },
  });
  if (isAtRest) await queue.index.enqueue(tx, projectId);
}
