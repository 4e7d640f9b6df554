import type { ServiceContext } from "../context.ts";
import { presentTurn, type TurnDetails } from "../thread/present.ts";
import { findGapWork } from "./find-work.ts";
import { type NearPage, nearestPages } from "./nearest-pages.ts";
import { type GapListItem, NO_WORK, presentGap } from "./present.ts";
import { reconcileGapPull } from "./reconcile-pull.ts";
import { requireGap } from "./require.ts";

export type GapDetails = GapListItem & {
  /** Its questions, newest first, with the id of the thread that each stands in. */
  turns: (TurnDetails & { threadId: string })[];
  /** The pages that came nearest, best first. */
  nearest: NearPage[];
  /** The newest answer to asking it again. */
  answer: TurnDetails | null;
};

const MAX_TURNS = 50;

/** A gap with its questions and what is being done about it. @throws AppError `not_found` */
export async function getGap(ctx: ServiceContext, input: { id: string }): Promise<GapDetails> {
  const gap = await requireGap(ctx, input);
  await reconcileGapPull(ctx, gap);
  const { db, project } = ctx;
  const [work, turns, answer] = await Promise.all([
    findGapWork(ctx, [gap]),
    db.threadTurn.findMany({
      where: { projectId: project.id, gapId: gap.id },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: MAX_TURNS,
    }),
    gap.answerTurnId === null
      ? null
      : db.threadTurn.findUnique({ where: { id: gap.answerTurnId, projectId: project.id } }),
  ]);
  const shown = turns.map((turn) => ({ ...presentTurn(turn), threadId: turn.threadId }));
  return {
    ...presentGap(gap, work.get(gap.id) ?? NO_WORK),
    turns: shown,
    nearest: nearestPages(shown),
    answer: answer && presentTurn(answer),
  };
}
