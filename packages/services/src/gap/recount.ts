import type { Transaction } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { ASK_AGAIN_READER } from "./ask-again-reader.ts";

/**
 * Brings the gaps' numbers up to their questions: ratings are taken back, and threads are deleted in time. A gap that nobody
 * asks about any more goes, unless somebody has done something about it.
 */
export async function recountGaps({ project }: ServiceContext, tx: Transaction): Promise<void> {
  await tx.$executeRaw`
    UPDATE "ThreadTurn" SET "gapId" = NULL
    WHERE "projectId" = ${project.id} AND "gapId" IS NOT NULL
      AND NOT (category IS NOT DISTINCT FROM 'unanswered' OR rating IS NOT DISTINCT FROM 'down')`;
  await tx.$executeRaw`
    UPDATE "Gap" AS gap SET "askedCount" = found.count, "lastAskedAt" = coalesce(found.last, gap."lastAskedAt")
    FROM (
      SELECT gap.id, count(turn.id)::int AS count, max(turn."createdAt") AS last
      FROM "Gap" AS gap
      LEFT JOIN "ThreadTurn" AS turn ON turn."gapId" = gap.id
      LEFT JOIN "Thread" AS thread ON thread.id = turn."threadId"
      WHERE gap."projectId" = ${project.id} AND thread.fp IS DISTINCT FROM ${ASK_AGAIN_READER}
      GROUP BY gap.id
    ) AS found
    WHERE gap.id = found.id AND (gap."askedCount", gap."lastAskedAt")
      IS DISTINCT FROM (found.count, coalesce(found.last, gap."lastAskedAt"))`;
  await tx.gap.deleteMany({ where: { projectId: project.id, askedCount: 0, state: "open", jobId: null, note: null } });
}
