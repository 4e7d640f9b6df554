import { AppError } from "@docsteward/contract/error";
import { Id, Text } from "@docsteward/contract/input-schema";
import type { Gap, GapState } from "@docsteward/db/client";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import type { GapProgress } from "./progress.ts";

/** Names a gap of the project. */
export type GapId = z.infer<typeof GapId>;
/** Names a gap of the project. */
export const GapId = z.object({ id: Id });

/** Finds a gap; one that was merged is the one that it was merged into. @throws AppError `not_found` */
export async function requireGap({ db, project }: ProjectContext, { id }: GapId): Promise<Gap> {
  const gap = await db.gap.findUnique({ where: { id, projectId: project.id }, include: { mergedInto: true } });
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
};

/** A gap as lists show it. @param work what is being done about it */
export function presentGap(gap: Gap, work: GapProgress): GapListItem {
  const { id, question, state, note, askedCount, createdAt, lastAskedAt, closedAt } = gap;
  return {
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
export const NO_PROGRESS: GapProgress = { stage: "open", job: null, pull: null };

/** The stored states of a gap. */
export const GapStates = z.enum(["open", "dismissed", "done"]);

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
