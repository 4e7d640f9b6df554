import { AppError } from "@docsteward/contract/error";
import { Id, Text } from "@docsteward/contract/input-schema";
import type { Gap, GapState } from "@docsteward/db/client";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { reconcilePullRequest } from "../pull-request/outcome.ts";
import { presentTurn, type TurnDetails } from "../thread/get.ts";
import { groupGaps, hasNewQuestions } from "./group.ts";
import { findGapProgress, type GapProgress } from "./progress.ts";

/** Names a gap of the project. */
export type GapId = z.infer<typeof GapId>;
/** Names a gap of the project. */
export const GapId = z.object({ id: Id });

/** Finds a gap; one that was merged is the one that it was merged into. @throws AppError `not_found` */
export async function requireGap({ db, project }: ProjectContext, { id }: GapId): Promise<OwnedGap> {
  const gap = await db.gap.findUnique({
    where: { id, projectId: project.id },
    include: { ...WITH_OWNER, mergedInto: { include: WITH_OWNER } },
  });
  if (!gap) throw new AppError("not_found", "Gap not found.");
  const { mergedInto, ...found } = gap;
  return mergedInto ?? found;
}

/** A gap as a list shows it. */
export type GapListItem = GapProgress & {
  id: string;
  question: string;
  state: GapState;
  note: string | null;
  askedCount: number;
  firstAskedAt: string;
  lastAskedAt: string;
  closedAt: string | null;
  /** The member who takes care of it. */
  owner: GapOwner | null;
};

type GapOwner = { id: string; name: string };
type OwnedGap = Gap & { owner: GapOwner | null };
const WITH_OWNER = { owner: { select: { id: true, name: true } } } as const;

/** A gap as lists show it. @param work what is being done about it */
function presentGap(gap: OwnedGap, work: GapProgress): GapListItem {
  const { id, question, state, note, askedCount, createdAt, lastAskedAt, closedAt, owner } = gap;
  return {
    owner,
    id,
    question,
    state,
    note,
    askedCount,
    firstAskedAt: createdAt.toISOString(),
    lastAskedAt: lastAskedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    ...work,
  };
}

/** For gaps whose work was looked for with `findGapProgress`. */
const NO_PROGRESS: GapProgress = { stage: "open", job: null, pull: null };

/** The stored states of a gap. */
const GapStates = z.enum(["open", "dismissed", "done"]);

const MAX_NOTE = 1_000;

/** The note says why. Without one, the earlier note is kept. */
type SetGapState = z.infer<typeof SetGapState>;
/** Input of `setGapState`: the new state, and a note on why the gap was closed. */
export const SetGapState = GapId.extend({
  state: GapStates,
  note: Text.max(MAX_NOTE, {
    error: ({ input }) => `A note can have at most ${MAX_NOTE} characters. This one has ${String(input).length}.`,
  }).optional(),
});

/** Closes a gap, or opens it again. @throws AppError `not_found` */
export async function setGapState(ctx: ProjectContext, { id, state, note }: SetGapState): Promise<void> {
  const { id: gapId } = await requireGap(ctx, { id });
  await ctx.db.gap.update({
    where: { id: gapId, projectId: ctx.project.id },
    data: {
      state,
      closedAt: state === "open" ? null : ctx.clock.now(),
      ...(note !== undefined && { note: note.trim() || null }),
    },
  });
}

export type SetGapOwner = z.infer<typeof SetGapOwner>;
/** Gives a gap to a member of the organization; null to none. */
export const SetGapOwner = GapId.extend({ userId: Id.nullable() });

/** Says which member takes care of a gap. @throws AppError `not_found`, also for a person who is no member */
export async function setGapOwner(ctx: ProjectContext, { id, userId }: SetGapOwner): Promise<void> {
  const { organizationId } = ctx.project;
  const gap = await requireGap(ctx, { id });
  if (userId !== null) {
    const isMember = (await ctx.db.membership.count({ where: { organizationId, userId } })) > 0;
    if (!isMember) throw new AppError("not_found", `Member not found in ${ctx.organization.slug}.`);
  }
  await ctx.db.gap.update({ where: { id: gap.id, projectId: ctx.project.id }, data: { ownerId: userId } });
}

/** Groups the questions that no list has grouped yet, so that pages that only read gaps show them, too. */
export async function groupNewQuestions(ctx: ProjectContext): Promise<void> {
  if (await hasNewQuestions(ctx)) await groupGaps(ctx);
}

/** Counts the project's open gaps. */
export async function countOpenGaps(ctx: ProjectContext): Promise<number> {
  const { db, project } = ctx;
  await groupNewQuestions(ctx);
  return db.gap.count({ where: { projectId: project.id, state: "open", mergedIntoId: null } });
}

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

type ListGaps = z.infer<typeof ListGaps>;
/** Input of `listGaps`: filters, order and page number (from 1) of the gap list. */
export const ListGaps = z.object({
  state: GapStates.optional(),
  /** `asked`: those asked most often first; `newest`: those asked last. */
  sort: z.enum(["asked", "newest"]).optional(),
  search: Text.max(200).optional(),
  /** Id of a member, `me` for the person who asks, or `none` for gaps without an owner. */
  owner: Text.max(100).optional(),
  page: z.int().min(1).max(10_000).optional(),
  limit: z.int().min(1).max(100).optional(),
});

/** One page of gaps, from `listGaps`. */
export type GapList = {
  gaps: GapListItem[];
  /** Of all pages. */
  total: number;
  /** How many there are of each state, whatever is searched for. */
  counts: Record<GapState, number>;
};

const DEFAULT_LIMIT = 25;

function toOwnerId({ actor }: ProjectContext, owner: string): string | null {
  if (owner === "none") return null;
  return owner === "me" && actor.kind === "user" ? actor.userId : owner;
}

/** A page of the project's gaps. New questions are grouped first. */
export async function listGaps(ctx: ProjectContext, query: ListGaps = {}): Promise<GapList> {
  const { state = "open", sort = "asked", page = 1, limit = DEFAULT_LIMIT } = query;
  await groupGaps(ctx);
  const { db, project } = ctx;
  const words = stripNul((query.search ?? "").trim()).replace(/[\\%_]/g, "\\$&");
  const holds = { contains: words, mode: "insensitive" } as const;
  const where = {
    projectId: project.id,
    state,
    mergedIntoId: null,
    ...(query.owner !== undefined && { ownerId: toOwnerId(ctx, query.owner) }),
    ...(words !== "" && { OR: [{ question: holds }, { turns: { some: { question: holds } } }] }),
  };
  const asked = { askedCount: "desc" } as const;
  const newest = { lastAskedAt: "desc" } as const;
  const [rows, total, groups] = await Promise.all([
    db.gap.findMany({
      where,
      include: WITH_OWNER,
      orderBy: [...(sort === "asked" ? [asked, newest] : [newest, asked]), { id: "desc" }],
      skip: (page - 1) * limit,
      take: limit,
    }),
    db.gap.count({ where }),
    db.gap.groupBy({ by: ["state"], where: { projectId: project.id, mergedIntoId: null }, _count: { _all: true } }),
  ]);
  const work = await findGapProgress(ctx, rows);
  const countOf = (wanted: GapState) => groups.find((group) => group.state === wanted)?._count._all ?? 0;
  return {
    gaps: rows.map((row) => presentGap(row, work.get(row.id) ?? NO_PROGRESS)),
    total,
    counts: { open: countOf("open"), dismissed: countOf("dismissed"), done: countOf("done") },
  };
}
