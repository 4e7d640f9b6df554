import type { ThreadTurn } from "@docsteward/db/client";
import { toUsd } from "@docsteward/platform/money";
import type { ProjectContext } from "../context.ts";
import type { ExportRow } from "../database.ts";
import type { ThreadListItem } from "./get.ts";
import { type ListThreads, listThreads } from "./list.ts";

const THREADS = 100;
/** An answer can have 100,000 characters. */
const TURNS = 25;

/**
 * Reads the project's conversations that match a filter as rows for a file, the names of the columns first: each question of each
 * thread, the thread talked in last first. A page is read when its rows are taken.
 */
export async function* exportThreads(
  ctx: ProjectContext,
  filter: Omit<ListThreads, "limit" | "cursor">,
): AsyncGenerator<ExportRow> {
  yield [
    ...["thread", "reader", "message", "asked_at", "question", "status", "outcome", "rating", "comment", "answer"],
    ...["sources", "model", "input_tokens", "cached_input_tokens", "output_tokens", "cost_usd"],
  ];
  let cursor: string | null = null;
  do {
    const page = await listThreads(ctx, { ...filter, limit: THREADS, cursor });
    for (const thread of page.threads) yield* exportTurns(ctx, thread);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function* exportTurns(
  { db, project }: ProjectContext,
  { id: threadId, fp }: ThreadListItem,
): AsyncGenerator<ExportRow> {
  let last: string | undefined;
  for (;;) {
    const turns: ThreadTurn[] = await db.threadTurn.findMany({
      where: { projectId: project.id, threadId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      ...(last !== undefined && { cursor: { id: last }, skip: 1 }),
      take: TURNS,
    });
    for (const turn of turns) {
      const { inputTokens, cachedInputTokens, outputTokens, costMicroUsd } = turn;
      yield [
        ...[threadId, fp, turn.id, turn.createdAt.toISOString(), turn.question, turn.status],
        ...[turn.outcome ?? turn.category, turn.rating, turn.comment, turn.answer, pathsOf(turn), turn.model],
        ...[inputTokens, cachedInputTokens, outputTokens, toUsd(costMicroUsd)],
      ];
    }
    last = turns.at(-1)?.id;
    if (turns.length < TURNS || last === undefined) return;
  }
}

function pathsOf({ sources }: ThreadTurn): string {
  // The row was written from the sources of an answer.
  return (sources as { path: string }[]).map(({ path }) => path).join(" ");
}
