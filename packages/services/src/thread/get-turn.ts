import { AppError } from "@docsteward/contract/error";
import type { ServiceContext } from "../context.ts";
import { toStorable } from "../job/storable.ts";
import { presentTurn, type TurnDetails } from "./present.ts";

/** A question with its answer, by the answer's id as its stream tells it. @throws AppError `not_found` */
export async function getTurn(ctx: ServiceContext, input: { messageId: string }): Promise<TurnDetails> {
  const turn = await ctx.db.threadTurn.findUnique({
    where: { id: toStorable(input.messageId), projectId: ctx.project.id },
  });
  if (!turn) throw new AppError("not_found", "Answer not found.");
  return presentTurn(turn);
}
