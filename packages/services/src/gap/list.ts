import { Text } from "@docsteward/contract/input-schema";
import type { GapState } from "@docsteward/db/client";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { type GapListItem, GapStates, NO_PROGRESS, presentGap } from "./gap.ts";
import { groupGaps } from "./group.ts";
import { findGapProgress } from "./progress.ts";

type ListGaps = z.infer<typeof ListGaps>;
/** Input of `listGaps`: filters, order and page number (from 1) of the gap list. */
export const ListGaps = z.object({
  state: GapStates.optional(),
  /** `asked`: those asked most often first; `newest`: those asked last. */
  sort: z.enum(["asked", "newest"]).optional(),
  search: Text.max(200).optional(),
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
    ...(words !== "" && { OR: [{ question: holds }, { turns: { some: { question: holds } } }] }),
  };
  const asked = { askedCount: "desc" } as const;
  const newest = { lastAskedAt: "desc" } as const;
  const [rows, total, groups] = await Promise.all([
    db.gap.findMany({
      where,
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
