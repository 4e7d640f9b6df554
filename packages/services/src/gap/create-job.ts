import { AppError, isAppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { type AgentJob, Prompt } from "@docsteward/contract/job";
import type { Gap } from "@docsteward/db/client";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { createJob } from "../job/create.ts";
import { findReaderAccess } from "../reader-access/settings.ts";
import { openSite } from "../site/read.ts";
import { GapId, requireGap } from "./gap.ts";
import { getGap } from "./get.ts";
import { buildGapPrompt, type GapPromptInput } from "./prompt.ts";

/** Without a prompt, the job gets the one that `draftGapJob` writes. */
type CreateGapJob = z.infer<typeof CreateGapJob>;
/** Input of `createGapJob`; the prompt is drafted from the gap by default. */
export const CreateGapJob = GapId.extend({
  prompt: Prompt.optional(),
  model: Text.max(200).optional(),
  asDraft: z.boolean().optional(),
});

const ALREADY_CREATED = "A job was just created for this gap. Reload the page to see it.";

/**
 * Has the agent write what a gap lacks. The gap is open from then on, and follows the job.
 *
 * @throws AppError `not_found`; `conflict` while a job of the gap is active; what `createJob` throws
 */
export async function createGapJob(ctx: ProjectContext, input: CreateGapJob): Promise<AgentJob> {
  const { id, model, asDraft } = input;
  const gap = await requireGap(ctx, { id });
  const prompt = input.prompt ?? (await draftGapJob(ctx, { id })).prompt;
  await requireNoWork(ctx, gap);
  // A second press of the button gets the job of the first; with another prompt it gets a conflict.
  const idempotencyKey = `${gap.id}-${gap.jobId ?? "first"}`;
  const { job } = await createJob(ctx, { prompt, model, asDraft, idempotencyKey }).catch((error) => {
    const isSecond = isAppError(error) && /^idempotency_(?:mismatch|in_progress)$/.test(error.code);
    throw isSecond ? new AppError("conflict", ALREADY_CREATED, { cause: error }) : error;
  });
  await ctx.db.gap.update({
    where: { id: gap.id, projectId: ctx.project.id },
    data: { jobId: job.id, state: "open", closedAt: null, answerTurnId: null },
  });
  return job;
}

async function requireNoWork({ db, project }: ProjectContext, { jobId }: Gap): Promise<void> {
  if (jobId === null) return;
  const job = await db.job.findUnique({ where: { id: jobId, projectId: project.id }, select: { status: true } });
  if (job?.status !== "active") return;
  throw new AppError(
    "conflict",
    `Job ${jobId} is already running for this gap. Send it a message, or cancel it first.`,
  );
}

const PAGES = 5;

/** Writes the prompt of the job that closes a gap, for a person to read and change. @throws AppError `not_found` */
export async function draftGapJob(ctx: ProjectContext, input: GapId): Promise<{ prompt: string }> {
  const [{ question, turns }, access] = await Promise.all([getGap(ctx, input), findReaderAccess(ctx)]);
  const prompt = buildGapPrompt({
    questions: [question, ...turns.map((turn) => turn.question)],
    comments: turns.flatMap(({ comment }) => comment ?? []),
    pages: await findPages(ctx, question),
    // An answer for some readers must not end up in a page for all.
    said: access === null ? (turns.find(({ answer }) => answer.trim() !== "")?.answer ?? null) : null,
  });
  return { prompt: prompt.slice(0, ctx.limits.promptCharacters) };
}

/** As the pages are now: those of the answer may have moved since. */
async function findPages(ctx: ProjectContext, question: string): Promise<GapPromptInput["pages"]> {
  try {
    const { retriever } = await openSite(ctx);
    const hits = await retriever.search({ text: question, limit: PAGES });
    return hits.map(({ page: { file, path, title, readers }, passages }) => ({
      file,
      path,
      title,
      heading: passages[0]?.chunk.headings.at(-1) ?? null,
      readers: readers ?? [],
    }));
  } catch (error) {
    if (isAppError(error) && error.code === "unavailable") return [];
    throw error;
  }
}
