import { AppError } from "@docsteward/contract/error";
import { Id, listOf } from "@docsteward/contract/input-schema";
import type { Gap } from "@docsteward/db/client";
import { z } from "zod";
import { inTransaction, type ProjectContext } from "../context.ts";
import { lockGaps, recountGaps } from "./group.ts";

const MAX_GAPS = 100;

export type DismissGaps = z.infer<typeof DismissGaps>;
/** Names gaps of the project that are not to be answered. */
export const DismissGaps = z.object({ ids: listOf(Id, { min: 1, max: MAX_GAPS }) });

/** Dismisses gaps, all of them or none. Those that are closed already stay as they were. @throws AppError `not_found` */
export async function dismissGaps(ctx: ProjectContext, { ids }: DismissGaps): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const gaps = await requireGaps(ctx, ids);
    await ctx.db.gap.updateMany({
      where: { projectId: ctx.project.id, id: { in: gaps.map(({ id }) => id) }, state: "open" },
      data: { state: "dismissed", closedAt: ctx.clock.now() },
    });
  });
}

export type MergeGaps = z.infer<typeof MergeGaps>;
/** Names gaps of the project that ask the same. */
export const MergeGaps = z.object({ ids: listOf(Id, { min: 2, max: MAX_GAPS }) });

/**
 * Makes one gap of several that ask the same. The one that was asked most often stays, with all questions; the same questions go there
 * the next time, too.
 *
 * @returns the gap that stays
 * @throws AppError `not_found`; `invalid_request` for one gap that is named twice
 */
export async function mergeGaps(ctx: ProjectContext, { ids }: MergeGaps): Promise<{ id: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { db, project, clock } = ctx;
    await lockGaps(ctx);
    const gaps = await requireGaps(ctx, ids);
    const [kept, ...others] = gaps.sort((a, b) => b.askedCount - a.askedCount || (a.id < b.id ? -1 : 1));
    if (kept === undefined || others.length === 0)
      throw new AppError("invalid_request", "Only one gap is named. Choose two or more to merge.");
    const projectId = project.id;
    const gone = others.map(({ id }) => id);
    await db.threadTurn.updateMany({ where: { projectId, gapId: { in: gone } }, data: { gapId: kept.id } });
    await db.gap.updateMany({
      where: { projectId, OR: [{ id: { in: gone } }, { mergedIntoId: { in: gone } }] },
      data: { mergedIntoId: kept.id, state: "dismissed", closedAt: clock.now() },
    });
    const jobId = kept.jobId ?? others.find((gap) => gap.jobId !== null)?.jobId ?? null;
    const ownerId = kept.ownerId ?? others.find((gap) => gap.ownerId !== null)?.ownerId ?? null;
    await db.gap.update({ where: { id: kept.id, projectId }, data: { state: "open", closedAt: null, jobId, ownerId } });
    await recountGaps(ctx);
    return { id: kept.id };
  });
}

async function requireGaps({ db, project }: ProjectContext, ids: readonly string[]): Promise<Gap[]> {
  const wanted = [...new Set(ids)];
  const gaps = await db.gap.findMany({ where: { projectId: project.id, id: { in: wanted }, mergedIntoId: null } });
  if (gaps.length < wanted.length) throw new AppError("not_found", "Gap not found. Reload the list and try again.");
  return gaps;
}
