import { findPage } from "@docsteward/assistant/page/page-address";
import { AppError } from "@docsteward/contract/error";
import { Id, Text } from "@docsteward/contract/input-schema";
import type { SourceData } from "@docsteward/contract/ui-chunk";
import type { GoldenQuestion } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { inTransaction, type ProjectContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { openSite } from "../site/read.ts";

/** Of a project: all of them are asked before each new version of its index answers. */
const MAX_QUESTIONS = 500;

/** Input of `addGoldenQuestion`: a question, and the page or the fact that answers it. */
export type AddGoldenQuestion = z.infer<typeof AddGoldenQuestion>;
/** Input of `addGoldenQuestion`. */
export const AddGoldenQuestion = z.object({
  question: Text.trim().min(1, "Enter a question.").max(2_000),
  /** The page, in any spelling of its path. */
  page: Text.trim().max(2_000).nullish(),
  /** Words that a passage has to hold. */
  fact: Text.trim().max(500).nullish(),
});

/**
 * Adds a golden question by hand. The same question is kept once: its page and fact are replaced.
 *
 * @throws AppError `invalid_request` without a page and a fact; `not_found` for an unknown page; `conflict` when there are 500
 */
export async function addGoldenQuestion(ctx: ProjectContext, input: AddGoldenQuestion): Promise<GoldenQuestion> {
  const { question, fact } = input;
  const page = input.page ? await requirePath(ctx, input.page) : null;
  if (page === null && !fact) {
    const message = "Enter the page or the fact that answers the question.";
    throw new AppError("invalid_request", message, { details: [{ path: "page", message }] });
  }
  return insert(ctx, { question, page, fact: fact || null, source: "hand" });
}

async function requirePath(ctx: ProjectContext, named: string): Promise<string> {
  const page = findPage((await openSite(ctx)).retriever, named, ctx.project.siteUrl);
  if (page) return page.path;
  throw new AppError("not_found", `Page "${named.slice(0, 200)}" not found on ${ctx.project.domain}.`);
}

type NewQuestion = Pick<GoldenQuestion, "question" | "page" | "fact" | "source">;

function insert(ctx: ProjectContext, given: NewQuestion): Promise<GoldenQuestion> {
  return inTransaction(ctx, async ({ db, project, clock }) => {
    const projectId = project.id;
    // Questions that are added at the same time are counted one after another.
    await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`golden:${projectId}`}))::text`;
    const known = await db.goldenQuestion.findFirst({ where: { projectId, question: given.question } });
    if (known) return db.goldenQuestion.update({ where: { id: known.id }, data: { ...given, isFound: null } });
    if ((await db.goldenQuestion.count({ where: { projectId } })) >= MAX_QUESTIONS) {
      const message = `This project has ${MAX_QUESTIONS} golden questions, which is the limit. Remove one first.`;
      throw new AppError("conflict", message);
    }
    return db.goldenQuestion.create({ data: { ...given, id: newId("gld"), projectId, createdAt: clock.now() } });
  });
}

/** Names an answer or a gap that a golden question is made from. */
export const GoldenSource = z.union([z.object({ messageId: Text.max(128) }), z.object({ gapId: Id })]);

/**
 * Adds the question of an answer, or of a gap that was closed, with the page that its answer cites first.
 *
 * @throws AppError `not_found`; `conflict` when nothing answers it yet
 */
export async function addGoldenFrom(ctx: ProjectContext, input: z.infer<typeof GoldenSource>): Promise<GoldenQuestion> {
  const { db, project } = ctx;
  const projectId = project.id;
  const gap = "gapId" in input ? await db.gap.findUnique({ where: { id: input.gapId, projectId } }) : null;
  if ("gapId" in input && gap === null) throw new AppError("not_found", "Gap not found.");
  const id = "messageId" in input ? stripNul(input.messageId) : (gap?.answerTurnId ?? "");
  const turn = await db.threadTurn.findUnique({ where: { id, projectId } });
  if (turn === null && "messageId" in input) throw new AppError("not_found", "Answer not found.");
  // Written by `endTurn` alone, with this very type.
  const [source] = (turn?.category === "answered" ? turn.sources : []) as SourceData[];
  if (source === undefined)
    throw new AppError(
      "conflict",
      "No answer to this question cites a page yet. Ask it again after the page is written.",
    );
  const question = (gap ?? turn)?.question ?? "";
  return insert(ctx, { question, page: source.path, fact: null, source: gap ? "gap" : "answer" });
}

/** The project's golden questions, oldest first. */
export function listGoldenQuestions({ db, project }: ProjectContext): Promise<GoldenQuestion[]> {
  const where = { projectId: project.id };
  return db.goldenQuestion.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

/** Input that names one golden question. */
export const GoldenQuestionId = z.object({ id: Id });

/** @throws AppError `not_found` */
export async function removeGoldenQuestion({ db, project }: ProjectContext, { id }: { id: string }): Promise<void> {
  const { count } = await db.goldenQuestion.deleteMany({ where: { id, projectId: project.id } });
  if (count === 0) throw new AppError("not_found", "Golden question not found.");
}
