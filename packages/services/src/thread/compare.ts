import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { outsideCalls } from "../limit/concurrency.ts";
import { listModelNames } from "../model-provider/settings.ts";
import { openPreviousSite } from "../site/previous.ts";
import { answerQuestion } from "./answer.ts";
import { presentTurn, type TurnDetails } from "./get.ts";
import { RECHECK_READER } from "./reader.ts";

const MAX_QUESTION = 2_000;

const ComparedSide = z.object({
  /** The name of one of the project's models. */
  model: Text.max(200),
  /** Which version of the pages answers. */
  index: z.enum(["current", "previous"]),
});

export type CompareAnswers = z.infer<typeof CompareAnswers>;
/** Input of `compareAnswers`: a question, and the model and the version of the pages of each of two answers. */
export const CompareAnswers = z.object({
  question: Text.trim().min(1, "Enter a question.").max(MAX_QUESTION),
  sides: z.tuple([ComparedSide, ComparedSide]),
});

/**
 * Answers the same question twice: by two of the project's models, or from the current and the previous version of its pages. The
 * answers count in no statistics, make no gap, and cost what they cost.
 *
 * @returns both answers, in the order of the sides; one that failed says why
 * @throws AppError `invalid_request` for a model that the project does not have, and for a previous version that is no longer stored;
 *   `rate_limited` while too many are compared, and what both fail with alike
 */
export async function compareAnswers(
  ctx: ProjectContext,
  { question, sides, signal }: CompareAnswers & { signal: AbortSignal },
): Promise<TurnDetails[]> {
  const { names } = await listModelNames(ctx);
  for (const { model } of sides) {
    if (names.includes(model)) continue;
    throw new AppError("invalid_request", `Model "${model}" not found. Use one of: ${names.join(", ")}.`);
  }
  const compare = async () => {
    // Opened once, and before either model is called.
    const previous = sides.some(({ index }) => index === "previous") ? await openPreviousSite(ctx) : null;
    const before = { ...ctx, sites: { ...ctx.sites, open: async () => previous } };
    return Promise.all(
      sides.map(({ model, index }) => answerWith(index === "previous" ? before : ctx, { question, model, signal })),
    );
  };
  return outsideCalls.hold(ctx.project.organizationId, "comparisons", compare);
}

async function answerWith(
  ctx: ProjectContext,
  { question, model, signal }: { question: string; model: string; signal: AbortSignal },
): Promise<TurnDetails> {
  // What fails becomes a part of the stream, so that the other answer is not lost with it.
  const patient = { ...ctx, answerHeadMs: 0 };
  const messages = [{ role: "user" as const, content: question }];
  const answer = await answerQuestion(patient, { fp: RECHECK_READER, messages, model, signal });
  for await (const _ of answer.chunks);
  const where = { id: answer.messageId, projectId: ctx.project.id };
  return presentTurn(await ctx.db.threadTurn.findUniqueOrThrow({ where }));
}
