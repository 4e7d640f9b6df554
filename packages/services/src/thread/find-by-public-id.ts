import type { ServiceContext } from "../context.ts";
import { toStorable } from "../job/storable.ts";
import { getThread, type ThreadDetails } from "./get.ts";

/** The thread that a reader knows by this `threadId`; null when they have not said anything in it yet. */
export async function findThreadByPublicId(
  ctx: ServiceContext,
  { fp, threadId }: { fp: string; threadId: string },
): Promise<ThreadDetails | null> {
  const thread = await ctx.db.thread.findFirst({
    where: { projectId: ctx.project.id, fp: toStorable(fp), publicId: toStorable(threadId) },
    select: { id: true },
  });
  return thread && getThread(ctx, thread);
}
