import type { ProjectContext } from "../context.ts";
import { outsideCalls } from "../limit/concurrency.ts";
import { answerQuestion } from "../thread/answer.ts";
import { getTurn, type TurnDetails } from "../thread/get.ts";
import { RECHECK_READER } from "../thread/reader.ts";
import { type GapId, requireGap } from "./gap.ts";

/** Result of `recheckGap`: the new answer, and whether it closed the gap. */
export type RecheckedGap = { answer: TurnDetails; isDone: boolean };

/**
 * Asks a gap's question again, of the pages as they are now. The gap is done when they answer it.
 *
 * A gap of answers that readers found bad was "answered" before: it is done only when its pull request has been merged since.
 *
 * @throws AppError `not_found`, `rate_limited` while too many are asked; what `answerQuestion` throws
 */
export async function recheckGap(
  ctx: ProjectContext,
  { id, signal }: GapId & { signal: AbortSignal },
): Promise<RecheckedGap> {
  const gap = await requireGap(ctx, { id });
  const messages = [{ role: "user" as const, content: gap.question }];
  const messageId = await outsideCalls.hold(ctx.project.organizationId, "questions asked again", async () => {
    const started = await answerQuestion(ctx, { fp: RECHECK_READER, messages, signal });
    // Read to its end: the turn is stored then, whichever way it ended.
    for await (const _ of started.chunks);
    return started.messageId;
  });
  const answer = await getTurn(ctx, { messageId });
  const isDone = answer.outcome === "answered" && answer.status === "done" && (await isAboutAnswers(ctx, gap));
  await ctx.db.gap.update({
    where: { id: gap.id, projectId: ctx.project.id },
    data: { answerTurnId: messageId, ...(isDone && { state: "done", closedAt: ctx.clock.now() }) },
  });
  return { answer, isDone };
}

/** Whether an answer is what the gap lacked: nothing had been answered, or the pages have been corrected for it. */
async function isAboutAnswers(
  { db, project }: ProjectContext,
  gap: { id: string; jobId: string | null },
): Promise<boolean> {
  const projectId = project.id;
  const unanswered = await db.threadTurn.count({ where: { projectId, gapId: gap.id, category: "unanswered" } });
  if (unanswered > 0) return true;
  if (gap.jobId === null) return false;
  return (await db.pullRequest.count({ where: { projectId, jobId: gap.jobId, state: "merged" } })) > 0;
}
