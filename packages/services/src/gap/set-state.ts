import { AppError } from "@docsteward/contract/error";
import type { GapState } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { toStorable } from "../job/storable.ts";
import { requireGap } from "./require.ts";

export type SetGapStateInput = { id: string; state: GapState; note?: string };

const MAX_NOTE = 1_000;

/**
 * Closes a gap, or opens it again. A note says why; without one the note stays as it is.
 *
 * @throws AppError `not_found`; `invalid_request` for a note that is too long
 */
export async function setGapState(ctx: ServiceContext, { id, state, note }: SetGapStateInput): Promise<void> {
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
      ...(note !== undefined && { note: toStorable(note.trim()) || null }),
    },
  });
}
