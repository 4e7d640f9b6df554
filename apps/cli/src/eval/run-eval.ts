import { readFile } from "node:fs/promises";
import { AppError } from "@docsteward/contract/error";
import { SearchFilter } from "@docsteward/contract/site-search";
import type { ProjectContext } from "@docsteward/services/context";
import { findSitePath } from "@docsteward/services/site/read";
import { searchSite } from "@docsteward/services/site/search";
import { parse } from "yaml";
import { z } from "zod";
import { UsageError } from "../options.ts";

type AskedQuestion = QuestionScore & { question: string; expected: string[]; found: string[] };

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
export async function runEval(ctx: ProjectContext, questions: Question[], k: number): Promise<EvalOutcome> {
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

async function requirePath(ctx: ProjectContext, question: string, page: string): Promise<string> {
  try {
    return await findSitePath(ctx, { path: page });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      throw new UsageError(`"${question}" expects the page ${page}, which the site does not have.`);
    throw error;
  }
}

/** How well a list of found pages answers a question, by the usual measures over its first `k`. */
type QuestionScore = {
  /** Place of the first expected page, from 1; null when none is among the first `k`. */
  rank: number | null;
  /** Share of the expected pages that are among the first `k`. */
  recall: number;
  /** 1 when the expected pages come first; less the further down they are. */
  ndcg: number;
};

function scoreQuestion(found: readonly string[], expected: readonly string[], k: number): QuestionScore {
  const wanted = new Set(expected);
  const places = found.slice(0, k).flatMap((path, index) => (wanted.has(path) ? [index] : []));
  const ideal = Math.min(wanted.size, k);
  const gain = (index: number) => 1 / Math.log2(index + 2);
  const sum = (indexes: Iterable<number>) => [...indexes].reduce((total, index) => total + gain(index), 0);
  return {
    rank: places[0] === undefined ? null : places[0] + 1,
    recall: places.length / wanted.size,
    ndcg: sum(places) / sum(Array(ideal).keys()),
  };
}

const texts = z.union([
  z
    .string()
    .min(1)
    .transform((text) => [text]),
  z.array(z.string().min(1)).min(1),
]);

const Question = z.strictObject({
  question: z.string().min(1).max(2_000),
  /** The pages that answer it, in any spelling of their paths. */
  pages: texts,
  filter: SearchFilter.optional(),
  currentPath: z.string().max(200).optional(),
});
type Question = z.output<typeof Question>;

/**
 * Reads a file of questions with the pages that answer them: a JSON object a line (`.jsonl`), or a YAML list.
 *
 * @throws UsageError naming the file and the question that is wrong
 */
export async function readQuestions(path: string): Promise<Question[]> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`File ${path} not found.`);
  });
  const found = parseFile(path, text);
  const parsed = z.array(Question).min(1).safeParse(found);
  if (parsed.success) return parsed.data;
  const [{ path: at, message }] = parsed.error.issues as [z.core.$ZodIssue];
  const place =
    typeof at[0] === "number" ? `question ${at[0] + 1}${at.length > 1 ? `, ${at.slice(1).join(".")}` : ""}` : "it";
  throw new UsageError(
    `${path}: ${place} is invalid: ${message}. Each question needs \`question\` and \`pages\`, as in {"question": "…", "pages": ["/guide/ssr"]}.`,
  );
}

function parseFile(path: string, text: string): unknown {
  try {
    if (!/\.jsonl$/i.test(path)) return parse(text, { maxAliasCount: 100 });
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line));
  } catch (error) {
    throw new UsageError(`${path} can't be read: ${(error as Error).message.split("\n", 1)[0]}`);
  }
}
