import type { ServiceContext } from "../context.ts";
import { ASK_AGAIN_READER } from "../gap/ask-again-reader.ts";

/** A question that the pages did not answer. */
export type UnansweredQuestion = {
  id: string;
  question: string;
  createdAt: string;
  /** The gap that it is an instance of; null until somebody has looked at the gaps. */
  gapId: string | null;
};

/** The same may have been asked many times. */
const LOOKED_AT = 50;

/** The newest questions that the pages did not answer, each once, without those whose gap is closed. */
export async function findUnanswered(ctx: ServiceContext, { limit }: { limit: number }): Promise<UnansweredQuestion[]> {
  const rows = await ctx.db.threadTurn.findMany({
    where: {
      projectId: ctx.project.id,
      category: "unanswered",
      thread: { fp: { not: ASK_AGAIN_READER } },
      OR: [{ gapId: null }, { gap: { state: "open" } }],
    },
    select: { id: true, question: true, createdAt: true, gapId: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: LOOKED_AT,
  });
  const seen = new Set<string>();
  const found: UnansweredQuestion[] = [];
  for (const { id, question, createdAt, gapId } of rows) {
    const names = [question.trim().toLowerCase(), ...(gapId === null ? [] : [gapId])];
    if (!names.some((name) => seen.has(name))) found.push({ id, question, createdAt: createdAt.toISOString(), gapId });
    for (const name of names) seen.add(name);
  }
  return found.slice(0, limit);
}
