import type { AnswerRating, RateAnswerBody } from "@docsteward/contract/assistant-message";
import { AppError } from "@docsteward/contract/error";
import type { ServiceContext } from "../context.ts";
import { toStorable } from "../job/storable.ts";

/** Keeps what a reader thinks of an answer, in the place of what they thought before. @throws AppError `not_found` */
export async function rateAnswer(ctx: ServiceContext, input: RateAnswerBody): Promise<AnswerRating> {
  const { messageId, rating } = input;
  const comment = input.comment?.trim() ? toStorable(input.comment.trim()) : null;
  const { count } = await ctx.db.threadTurn.updateMany({
    where: { id: toStorable(messageId), projectId: ctx.project.id },
    data: { rating, comment, ratedAt: ctx.clock.now() },
  });
  if (count === 0) throw new AppError("not_found", "Answer not found.");
  return { messageId, rating, comment };
}
