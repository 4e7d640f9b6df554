import { AppError } from "@docsteward/contract/error";
import type { ServiceContext } from "../context.ts";
import { presentTurn, type ThreadListItem, type TurnDetails } from "./present.ts";

export type ThreadDetails = Omit<ThreadListItem, "firstQuestion" | "turnCount"> & { turns: TurnDetails[] };

/** A thread with all its turns, oldest first. @param input its own id, as the list gives it @throws AppError `not_found` */
export async function getThread(ctx: ServiceContext, input: { id: string }): Promise<ThreadDetails> {
  const thread = await ctx.db.thread.findUnique({
    where: { id: input.id, projectId: ctx.project.id },
    include: { turns: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] } },
  });
  if (!thread) throw new AppError("not_found", "There is no such thread.");
  const { id, publicId, fp, createdAt, updatedAt, turns } = thread;
  return { id, threadId: publicId, fp, createdAt, updatedAt, turns: turns.map(presentTurn) };
}
