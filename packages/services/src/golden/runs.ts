import type { Retriever } from "@docsteward/assistant/retriever/retriever";
import { AppError } from "@docsteward/contract/error";
import type { EvalRun, GoldenQuestion } from "@docsteward/db/client";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type ProjectContext } from "../context.ts";
import { findModelSettings } from "../model-provider/settings.ts";
import { addIndexRequest } from "../site/index-request.ts";
import { openSite } from "../site/read.ts";
import { answerQuestion } from "../thread/answer.ts";
import { getTurn } from "../thread/get.ts";
import { RECHECK_READER } from "../thread/reader.ts";
import { addCost } from "../usage/budget.ts";
import { addEvalRun, formatExpected, isGoldenFound } from "./check.ts";
import { listGoldenQuestions } from "./questions.ts";

/** How the golden questions fared once. */
export type GoldenRun = Pick<EvalRun, "id" | "commit" | "asked" | "found" | "cited" | "judged" | "isHeld"> & {
  source: string;
  createdAt: string;
  lost: { question: string; expected: string }[];
};

const SHOWN = 60;

/** The golden questions' last runs, newest first, whether a version waits for an owner, and whether versions may have to. */
export async function getGoldenState({ db, project }: ProjectContext): Promise<{
  runs: GoldenRun[];
  heldCommit: string | null;
  holdsLostQuestions: boolean;
}> {
  const projectId = project.id;
  const [rows, index, { holdsLostQuestions }] = await Promise.all([
    db.evalRun.findMany({ where: { projectId }, orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: SHOWN }),
    db.siteIndex.findUnique({ where: { projectId }, select: { heldCommit: true } }),
    db.project.findUniqueOrThrow({ where: { id: projectId }, select: { holdsLostQuestions: true } }),
  ]);
  const runs = rows.map(({ id, source, commit, asked, found, cited, judged, isHeld, lost, createdAt }) => ({
    ...{ id, source, commit, asked, found, cited, judged, isHeld },
    createdAt: createdAt.toISOString(),
    // Written by `addEvalRun` alone, with this very type.
    lost: lost as GoldenRun["lost"],
  }));
  return { runs, heldCommit: index?.heldCommit ?? null, holdsLostQuestions };
}

/** Input of `setGoldenHold`. */
export const SetGoldenHold = z.object({ isOn: z.boolean() });

/** Sets whether a version of the index that loses golden questions waits for an owner. */
export async function setGoldenHold(ctx: ProjectContext, { isOn }: { isOn: boolean }): Promise<void> {
  const { id: projectId, organizationId } = ctx.project;
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.project.update({ where: { id: projectId }, data: { holdsLostQuestions: isOn } });
    const details = { holdsLostQuestions: String(isOn) };
    await recordAudit(ctx, { organizationId, projectId, action: "project.updated", targetId: projectId, details });
  });
}

/** Lets the version that waits answer: the commit is indexed again, and not held. @throws AppError `conflict` when none waits */
export async function releaseIndex(ctx: ProjectContext): Promise<void> {
  const { id: projectId, organizationId } = ctx.project;
  await inTransaction(ctx, async (ctx) => {
    const index = await ctx.db.siteIndex.findUnique({ where: { projectId } });
    if (!index?.heldCommit) throw new AppError("conflict", "No version of the index waits for a release.");
    const commit = index.heldCommit;
    await ctx.db.siteIndex.update({ where: { projectId }, data: { releasedCommit: commit, heldCommit: null } });
    await addIndexRequest(ctx, { projectId, reason: "operator" });
    const change = { action: "index.released", targetId: projectId, details: { commit } } as const;
    await recordAudit(ctx, { organizationId, projectId, ...change });
  });
}

/** One golden question as an evaluation asked it. */
type EvaluatedQuestion = {
  question: string;
  expected: string;
  isFound: boolean;
  /** Null where no answer was asked for. */
  isCited: boolean | null;
  /** What a model says of the answer; null where none was asked, or it said neither right nor wrong. */
  isRight: boolean | null;
};

/** The result of `evaluateGolden`. */
export type GoldenEvaluation = {
  asked: number;
  found: number;
  cited: number | null;
  /** How many answers a model judged right; null where none did. */
  judged: number | null;
  questions: EvaluatedQuestion[];
};

/**
 * Asks the golden questions of the version that answers, and keeps the result. With `answers`, the assistant answers each one, and
 * the answer is judged by its citations: it has to cite the page, or say the fact. Where there is a language model, it judges the
 * answer, too.
 *
 * @throws AppError `not_found` without golden questions; what `answerQuestion` throws
 */
export async function evaluateGolden(
  ctx: ProjectContext,
  { answers, signal }: { answers: boolean; signal: AbortSignal },
): Promise<GoldenEvaluation> {
  const questions = await listGoldenQuestions(ctx);
  if (questions.length === 0) throw new AppError("not_found", "This project has no golden questions. Add one first.");
  const { retriever, commit } = await openSite(ctx);
  const results: EvaluatedQuestion[] = [];
  for (const golden of questions) {
    signal.throwIfAborted();
    const isFound = await isGoldenFound(retriever, golden);
    const judged = answers ? await judgeGolden(ctx, { golden, retriever, signal }) : { isCited: null, isRight: null };
    results.push({ question: golden.question, expected: formatExpected(golden), isFound, ...judged });
  }
  const found = results.filter(({ isFound }) => isFound).length;
  const cited = answers ? results.filter(({ isCited }) => isCited).length : null;
  const isJudged = results.some(({ isRight }) => isRight !== null);
  const judged = isJudged ? results.filter(({ isRight }) => isRight).length : null;
  const run = { projectId: ctx.project.id, source: "eval", commit, asked: results.length, found } as const;
  await addEvalRun(ctx, { ...run, ...(cited !== null && { cited }), ...(judged !== null && { judged }) });
  return { asked: results.length, found, cited, judged, questions: results };
}

type ToJudge = { golden: GoldenQuestion; retriever: Retriever; signal: AbortSignal };

/** Has a golden question answered, and judges the answer. */
async function judgeGolden(
  ctx: ProjectContext,
  { golden: { question, page, fact }, retriever, signal }: ToJudge,
): Promise<Pick<EvaluatedQuestion, "isCited" | "isRight">> {
  const messages = [{ role: "user" as const, content: question }];
  const started = await answerQuestion(ctx, { fp: RECHECK_READER, messages, signal });
  // Read to its end: the turn is stored then, whichever way it ended.
  for await (const _ of started.chunks);
  const { answer, category, sources } = await getTurn(ctx, { messageId: started.messageId });
  const saysFact = fact === null || answer.toLowerCase().includes(fact.toLowerCase());
  const isCited = category === "answered" && saysFact && (page === null || sources.some(({ path }) => path === page));
  if (answer.trim() === "") return { isCited, isRight: null };
  const known = page === null ? undefined : retriever.pageAt(page);
  const text = known?.chunks.map(({ headings, text }) => `${headings.join(" › ")}\n${text}`).join("\n\n");
  const toJudge = { question, answer, fact, page: known && text ? { title: known.title, text } : null, signal };
  const judgement = await ctx.assistant.judge(toJudge, await findModelSettings(ctx, ctx));
  if (judgement) await addCost(ctx, judgement.usage.costMicroUsd);
  return { isCited, isRight: judgement?.isRight ?? null };
}
