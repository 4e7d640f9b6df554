import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { outsideCalls } from "../limit/concurrency.ts";
import { listModelNames } from "../model-provider/settings.ts";
import { answerQuestion } from "./answer.ts";
import { presentTurn, type TurnDetails } from "./get.ts";
import { RECHECK_READER } from "./reader.ts";

const MAX_QUESTION = 2_000;

export type CompareModels = z.infer<typeof CompareModels>;
/** Input of `compareModels`: a question, and the names of two of the project's models. */
export const CompareModels = z.object({
  question: Text.trim().min(1, "Enter a question.").max(MAX_QUESTION),
  models: z.tuple([Text.max(200), Text.max(200)]),
});

/**
 * Asks two of the project's models the same question, over the same version of the pages. Their answers count in no statistics, make no
 * gap, and cost what they cost.
 *
 * @returns both answers, in the order of the models; one that failed says why
 * @throws AppError `invalid_request` for a model that the project does not have, `rate_limited` while too many are compared, and what
 *   both models fail with alike
 */
export async function compareModels(
  ctx: ProjectContext,
  { question, models, signal }: CompareModels & { signal: AbortSignal },
): Promise<TurnDetails[]> {
  const { names } = await listModelNames(ctx);
  for (const model of models) {
    if (names.includes(model)) continue;
    throw new AppError("invalid_request", `Model "${model}" not found. Use one of: ${names.join(", ")}.`);
  }
  const answer = () => Promise.all(models.map((model) => answerWith(ctx, { question, model, signal })));
  return outsideCalls.hold(ctx.project.organizationId, "comparisons", answer);
}

async function answerWith(
  ctx: ProjectContext,
  { question, model, signal }: { question: string; model: string; signal: AbortSignal },
): Promise<TurnDetails> {
  // What fails becomes a part of the stream, so that the other model's answer is not lost with it.
  const patient = { ...ctx, answerHeadMs: 0 };
  const messages = [{ role: "user" as const, content: question }];
  const answer = await answerQuestion(patient, { fp: RECHECK_READER, messages, model, signal });
  for await (const _ of answer.chunks);
  const where = { id: answer.messageId, projectId: ctx.project.id };
  return presentTurn(await ctx.db.threadTurn.findUniqueOrThrow({ where }));
}
