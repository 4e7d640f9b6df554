import type { Gap } from "@docsteward/db/client";
import type { ProjectContext } from "../context.ts";
import { reconcilePullRequest } from "../pull-request/outcome.ts";
import { presentTurn, type TurnDetails } from "../thread/get.ts";
import { type GapId, type GapListItem, NO_PROGRESS, presentGap, requireGap } from "./gap.ts";
import { findGapProgress } from "./progress.ts";

/** A gap with its questions and its nearest pages, from `getGap`. */
export type GapDetails = GapListItem & {
  /** Its questions, newest first, with the id of each question's thread. */
  turns: (TurnDetails & { threadId: string })[];
  /** The pages that came nearest, best first. */
  nearest: NearestPage[];
  /** The newest answer to asking it again. */
  answer: TurnDetails | null;
};

const MAX_TURNS = 50;

/** A gap with its questions and what is being done about it. @throws AppError `not_found` */
export async function getGap(ctx: ProjectContext, input: GapId): Promise<GapDetails> {
  const gap = await requireGap(ctx, input);
  await reconcileGapPull(ctx, gap);
  const { db, project } = ctx;
  const [work, turns, answer] = await Promise.all([
    findGapProgress(ctx, [gap]),
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
    ...presentGap(gap, work.get(gap.id) ?? NO_PROGRESS),
    turns: shown,
    nearest: nearestPages(shown),
    answer: answer && presentTurn(answer),
  };
}

/** A page that came near a question, and in how many answers. */
type NearestPage = { path: string; title: string; url: string; count: number };

const MAX_PAGES = 5;
const MAX_FOUND = 3;

/** The pages that most answers came near, the first of them first. */
function nearestPages(turns: readonly Pick<TurnDetails, "sources" | "trace">[]): NearestPage[] {
  const pages = new Map<string, NearestPage>();
  for (const { sources, trace } of turns) {
    // An answer that cites nothing came near the first pages that were found for it.
    const found = sources.length > 0 ? sources : (trace?.passages ?? []);
    const paths = [...new Set(found.map(({ path }) => path))];
    for (const path of sources.length > 0 ? paths : paths.slice(0, MAX_FOUND)) {
      const { title, url } = found.find((one) => one.path === path) ?? { title: path, url: path };
      const known = pages.get(path);
      if (known) known.count += 1;
      else pages.set(path, { path, title, url: url.split("#")[0] ?? url, count: 1 });
    }
  }
  return [...pages.values()].sort((a, b) => b.count - a.count).slice(0, MAX_PAGES);
}

/** Notices that the pull request of a gap's job was merged by hand. */
async function reconcileGapPull(ctx: ProjectContext, { jobId }: Gap): Promise<void> {
  if (jobId === null || ctx.project.host !== "local") return;
  const open = await ctx.db.pullRequest.findMany({ where: { projectId: ctx.project.id, jobId, state: "open" } });
  for (const row of open) await reconcilePullRequest(ctx, row);
}
