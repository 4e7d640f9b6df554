import { AppError } from "@docsteward/contract/error";
import type { ServiceContext } from "../context.ts";
import { presentTurn, type ThreadListItem, type TurnDetails } from "./present.ts";

export type ThreadDetails = Pick<ThreadListItem, "id" | "threadId" | "fp" | "createdAt" | "updatedAt"> & {
  turns: TurnDetails[];
};

/** A thread with all its turns, oldest first. @param input its own id, as the list gives it @throws AppError `not_found` */
export async function getThread(ctx: ServiceContext, input: { id: string }): Promise<ThreadDetails> {
  const thread = await ctx.db.thread.findUnique({
    where: { id: input.id, projectId: ctx.project.id },
    include: { turns: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] } },
  });
  if (!thread) throw new AppError("not_found", "Thread not found.");
  const { id, publicId, fp, createdAt, updatedAt, turns } = thread;
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, threadId: publicId, fp, ...times, turns: turns.map(presentTurn) };
}
