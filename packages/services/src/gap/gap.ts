import { AppError } from "@docsteward/contract/error";
import type { Gap, GapState } from "@docsteward/db/client";
import type { ProjectContext } from "../context.ts";
import { stripNul } from "../database.ts";
import type { GapProgress } from "./progress.ts";

/** @throws AppError `not_found` */
export async function requireGap({ db, project }: ProjectContext, { id }: { id: string }): Promise<Gap> {
  const gap = await db.gap.findUnique({ where: { id, projectId: project.id } });
  if (!gap) throw new AppError("not_found", "Gap not found.");
  return gap;
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

type SetGapStateInput = { id: string; state: GapState; note?: string };

const MAX_NOTE = 1_000;

/**
 * Closes a gap, or opens it again. A note says why; without one the note stays as it is.
 *
 * @throws AppError `not_found`; `invalid_request` for a note that is too long
 */
export async function setGapState(ctx: ProjectContext, { id, state, note }: SetGapStateInput): Promise<void> {
  if (note !== undefined && note.length > MAX_NOTE) {
    throw new AppError(
      "invalid_request",
      `A note can have at most ${MAX_NOTE} characters. This one has ${note.length}.`,
    );
  }
  await requireGap(ctx, { id });
  await ctx.db.gap.update({
    where: { id, projectId: ctx.project.id },
    data: {
      state,
      closedAt: state === "open" ? null : ctx.clock.now(),
      ...(note !== undefined && { note: stripNul(note.trim()) || null }),
    },
  });
}
