import { pageUrl } from "@docsteward/assistant/page/page-address";
import type { ConversationList, ConversationsQuery, ConversationThread } from "@docsteward/contract/analytics";
import { AppError } from "@docsteward/contract/error";
import type { SourceData } from "@docsteward/contract/ui-chunk";
import type { ProjectContext } from "../context.ts";
import { formatCursor, parseCursor } from "../cursor.ts";
import { mayNameReaders } from "./feedback.ts";
import { maskAddresses } from "./mask.ts";
import { boundsOf, OF_READERS } from "./period.ts";
import { groupTopics } from "./topics.ts";

/** A page of readers' questions with their answers, newest first. @throws AppError `invalid_request` for a changed cursor */
export async function listConversations(ctx: ProjectContext, query: ConversationsQuery): Promise<ConversationList> {
  const { limit, cursor } = query;
  const after = cursor === undefined ? null : parseCursor(ctx, cursor);
  const { from, to } = boundsOf(query);
  await groupTopics(ctx);
  const rows = await ctx.db.threadTurn.findMany({
    where: {
      projectId: ctx.project.id,
      status: { not: "running" },
      createdAt: { gte: from, lt: to },
      ...OF_READERS,
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    include: { topic: { select: { question: true } }, thread: { select: { fp: true } } },
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  const isNamed = mayNameReaders(ctx);
  const masked = (text: string) => (isNamed ? text : maskAddresses(text));
  return {
    conversations: page.map(({ id, threadId, createdAt, question, answer, sources, category, topic, ...turn }) => ({
      id,
      threadId,
      timestamp: createdAt.toISOString(),
      query: masked(question),
      response: masked(answer),
      responseType: turn.outcome === "asked_back" ? ("clarifying_question" as const) : ("answer" as const),
      // Written by `endTurn` alone, with this very type.
      sources: (sources as SourceData[]).map(({ title, url }) => ({ title, url })),
      resolutionStatus: category === "answered" ? ("answered" as const) : ("unanswered" as const),
      queryCategory: topic === null ? null : masked(topic.question),
      pageUrl:
        turn.currentPath === null ? null : pageUrl(ctx.project.siteUrl, { path: turn.currentPath, anchor: null }),
      ...(isNamed && { reader: turn.thread.fp }),
    })),
    nextCursor: last && hasMore ? formatCursor(ctx, last) : null,
    hasMore,
  };
}

const MAX_TURNS = 1_000;

/**
 * The transcript of a thread, by its own id or by the one that the service gave its reader.
 *
 * @throws AppError `not_found`
 */
export async function getConversationThread(
  ctx: ProjectContext,
  { threadId }: { threadId: string },
): Promise<ConversationThread> {
  const thread = await ctx.db.thread.findFirst({
    where: { projectId: ctx.project.id, OR: [{ id: threadId }, { publicId: threadId, isIssued: true }] },
    include: { turns: { orderBy: [{ createdAt: "asc" }, { id: "asc" }], take: MAX_TURNS } },
  });
  if (!thread) throw new AppError("not_found", "Thread not found.");
  const isNamed = mayNameReaders(ctx);
  const masked = (text: string) => (isNamed ? text : maskAddresses(text));
  return {
    threadId: thread.id,
    createdAt: thread.createdAt.toISOString(),
    messages: thread.turns.flatMap(({ id, question, answer, createdAt, endedAt }) => [
      {
        id: `${id}-question`,
        role: "user" as const,
        content: masked(question),
        createdAt: createdAt.toISOString(),
      },
      { id, role: "assistant" as const, content: masked(answer), createdAt: (endedAt ?? createdAt).toISOString() },
    ]),
    ...(isNamed && { reader: thread.fp }),
  };
}
