import type { AnswerTrace, ConversationTurn } from "@docsteward/assistant/answer/answer";
import { AppError } from "@docsteward/contract/error";
import { Id, Text } from "@docsteward/contract/input-schema";
import type { SourceData } from "@docsteward/contract/ui-chunk";
import type { Prisma, ThreadTurn } from "@docsteward/db/client";
import { toUsd } from "@docsteward/platform/money";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { isAnsweredFor, readerOf } from "../reader-access/reader.ts";
import { ANONYMOUS } from "./reader.ts";

/** A thread with all of its turns, from `getThread`. */
export type ThreadDetails = Pick<ThreadListItem, "id" | "threadId" | "fp" | "createdAt" | "updatedAt"> & {
  turns: TurnDetails[];
};

/** Names a thread by its own id, as the list gives it. */
type ThreadId = z.infer<typeof ThreadId>;
/** Input that names one thread by its row id. */
export const ThreadId = z.object({ id: Id });

/** A thread with all its turns, oldest first. @throws AppError `not_found` */
export async function getThread(ctx: ProjectContext, input: ThreadId): Promise<ThreadDetails> {
  const thread = await ctx.db.thread.findUnique({
    where: { id: input.id, projectId: ctx.project.id },
    include: { turns: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] } },
  });
  if (!thread) throw new AppError("not_found", "Thread not found.");
  const { id, publicId, fp, createdAt, updatedAt, turns } = thread;
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, threadId: publicId, fp, ...times, turns: turns.map(presentTurn) };
}

export type { AnswerTrace };

/** A question and its answer, for those who run the site. */
export type TurnDetails = {
  messageId: string;
  question: string;
  answer: string;
  status: ThreadTurn["status"];
  category: ThreadTurn["category"];
  /** How the answer ended, in full. */
  outcome: ThreadTurn["outcome"];
  sources: SourceData[];
  currentPath: string | null;
  searchedFor: string | null;
  model: string;
  commit: string;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  modelCalls: number;
  costUsd: number;
  retrievalMs: number | null;
  firstTextMs: number | null;
  totalMs: number | null;
  failure: string | null;
  rating: ThreadTurn["rating"];
  comment: string | null;
  /** How the answer came about; null while it is made, and for answers of before there was a trace. */
  trace: AnswerTrace | null;
  /** The gap that it belongs to, once gaps are grouped. */
  gapId: string | null;
  createdAt: string;
};

/** A thread as a list shows it: by its first question. */
export type ThreadListItem = {
  id: string;
  threadId: string;
  fp: string;
  firstQuestion: string;
  turnCount: number;
  unansweredCount: number;
  upCount: number;
  downCount: number;
  createdAt: string;
  updatedAt: string;
};

/** A question with its answer as pages and the command line show it. */
export function presentTurn(turn: ThreadTurn): TurnDetails {
  const { id, costMicroUsd, createdAt, endedAt, sources, ...rest } = turn;
  return {
    messageId: id,
    question: rest.question,
    answer: rest.answer,
    status: rest.status,
    category: rest.category,
    outcome: rest.outcome ?? rest.category,
    sources: toSources(sources),
    currentPath: rest.currentPath,
    searchedFor: rest.searchedFor,
    model: rest.model,
    commit: rest.commit,
    inputTokens: rest.inputTokens,
    cachedInputTokens: rest.cachedInputTokens,
    outputTokens: rest.outputTokens,
    modelCalls: rest.modelCalls,
    costUsd: toUsd(costMicroUsd),
    retrievalMs: rest.retrievalMs,
    firstTextMs: rest.firstTextMs,
    totalMs: endedAt && endedAt.getTime() - createdAt.getTime(),
    failure: rest.failure,
    rating: rest.rating,
    comment: rest.comment,
    trace: toTrace(rest.trace),
    gapId: rest.gapId,
    createdAt: createdAt.toISOString(),
  };
}

/** The column is written by `endTurn` alone, with this very type. */
function toSources(value: Prisma.JsonValue): SourceData[] {
  return value as SourceData[];
}

/** As `toSources`. */
function toTrace(value: Prisma.JsonValue): AnswerTrace | null {
  return value as AnswerTrace | null;
}

/** Names a turn by the id of its answer, as the answer's stream gives it. */
type TurnId = z.infer<typeof TurnId>;
/** Input that names one turn by its public message id (`msg_…`). */
export const TurnId = z.object({ messageId: Text.max(128) });

/** A question with its answer. @throws AppError `not_found` */
export async function getTurn(ctx: ProjectContext, input: TurnId): Promise<TurnDetails> {
  const turn = await ctx.db.threadTurn.findUnique({
    where: { id: stripNul(input.messageId), projectId: ctx.project.id },
  });
  if (!turn) throw new AppError("not_found", "Answer not found.");
  return presentTurn(turn);
}

/** Names a thread by the id that its reader knows. */
export const PublicThreadId = z.object({ threadId: Text.max(128) });

/** The thread that a reader knows by this `threadId`; null when they have not said anything in it yet. */
export async function findThreadByPublicId(
  ctx: ProjectContext,
  { fp, threadId }: { fp: string; threadId: string },
): Promise<ThreadDetails | null> {
  const thread = await ctx.db.thread.findFirst({
    where: { projectId: ctx.project.id, fp: stripNul(fp), publicId: stripNul(threadId) },
    select: { id: true },
  });
  return thread && getThread(ctx, thread);
}

const MAX_TURNS = 20;

/**
 * The stored conversation of a thread, oldest turn first; none when the thread is not known.
 *
 * A thread that an anonymous caller named gives none: a caller who guesses the name would read a stranger's conversation. Where
 * groups are enforced, a turn is given only to a reader who is in all groups that it was answered for.
 */
export async function findHistory(
  ctx: ProjectContext,
  { fp, threadId }: { fp: string; threadId: string },
): Promise<{ turns: ConversationTurn[]; cited: CitedPassage[] }> {
  const reader = await readerOf(ctx);
  const turns = await ctx.db.threadTurn.findMany({
    where: {
      projectId: ctx.project.id,
      status: { in: ["done", "stopped"] },
      thread: { projectId: ctx.project.id, fp, publicId: threadId, ...(fp === ANONYMOUS && { isIssued: true }) },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_TURNS,
    select: { question: true, answer: true, sources: true, readerGroups: true },
  });
  const readable = turns.filter(({ readerGroups }) => reader === null || isAnsweredFor(reader, readerGroups));
  const [last] = readable;
  return {
    cited: last ? toSources(last.sources).flatMap(toCitedPassages) : [],
    turns: readable
      .toReversed()
      .flatMap(({ question, answer }): ConversationTurn[] => [
        { role: "user", text: question },
        ...(answer === "" ? [] : [{ role: "assistant" as const, text: answer }]),
      ]),
  };
}

type CitedPassage = { path: string; anchor: string | null };

/** The passages of a page that an answer cites. Answers of before sections were kept have one. */
function toCitedPassages({
  path,
  url,
  sections = [{ url }],
}: Omit<SourceData, "sections"> & { sections?: { url: string }[] }): CitedPassage[] {
  return sections.map(({ url }) => {
    const [, anchor] = url.split("#", 2);
    return { path, anchor: anchor === undefined ? null : decodeAnchor(anchor) };
  });
}

function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    // A stray percent sign belongs to the anchor.
    return anchor;
  }
}
