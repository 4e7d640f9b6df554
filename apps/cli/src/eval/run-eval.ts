import { AppError } from "@docsteward/contract/error";
import type { ServiceContext } from "@docsteward/services/context";
import { findSitePath } from "@docsteward/services/site/find-path";
import { searchSite } from "@docsteward/services/site/search";
import { UsageError } from "../usage-error.ts";
import type { Question } from "./read-questions.ts";
import { type QuestionScore, scoreQuestion } from "./score-question.ts";

export type AskedQuestion = QuestionScore & { question: string; expected: string[]; found: string[] };

export type EvalOutcome = {
  k: number;
  /** Means over the questions. */
  recall: number;
  ndcg: number;
  mrr: number;
  questions: AskedQuestion[];
};

/**
 * Asks every question and scores what is found among the first `k` pages.
 *
 * @throws UsageError when a question expects a page that the site does not have
 */
export async function runEval(ctx: ServiceContext, questions: Question[], k: number): Promise<EvalOutcome> {
  const asked: AskedQuestion[] = [];
  for (const { question, pages, filter, currentPath } of questions) {
    const expected = await Promise.all(pages.map((page) => requirePath(ctx, question, page)));
    const results = await searchSite(ctx, { query: question, pageSize: k, filter, currentPath });
    const found = results.map(({ path }) => path);
    asked.push({ question, expected, found, ...scoreQuestion(found, expected, k) });
  }
  const mean = (of: (one: AskedQuestion) => number) => asked.reduce((sum, one) => sum + of(one), 0) / asked.length;
  return {
    k,
    recall: mean(({ recall }) => recall),
    ndcg: mean(({ ndcg }) => ndcg),
    mrr: mean(({ rank }) => (rank === null ? 0 : 1 / rank)),
    questions: asked,
  };
}

async function requirePath(ctx: ServiceContext, question: string, page: string): Promise<string> {
  try {
    return await findSitePath(ctx, { path: page });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      throw new UsageError(`"${question}" expects the page ${page}, which the site does not have.`);
    throw error;
  }
}
