import type { ConversationTurn } from "@docsteward/assistant/answer/answer-request";
import type { ServiceContext } from "../context.ts";

/** Nobody in particular: many people share it. */
export const ANONYMOUS = "anonymous";
const MAX_TURNS = 20;

/**
 * The stored conversation of a thread, oldest turn first; none when the thread is not known.
 *
 * A thread that an anonymous caller named itself gives none: whoever guesses the name would read a stranger's conversation.
 */
export async function findHistory(
  ctx: ServiceContext,
  { fp, threadId }: { fp: string; threadId: string },
): Promise<ConversationTurn[]> {
  const turns = await ctx.db.threadTurn.findMany({
    where: {
      projectId: ctx.project.id,
      status: { in: ["done", "stopped"] },
      thread: { projectId: ctx.project.id, fp, publicId: threadId, ...(fp === ANONYMOUS && { isIssued: true }) },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_TURNS,
    select: { question: true, answer: true },
  });
  return turns
    .reverse()
    .flatMap(({ question, answer }): ConversationTurn[] => [
      { role: "user", text: question },
      ...(answer === "" ? [] : [{ role: "assistant" as const, text: answer }]),
    ]);
}
