import type { Gap, GapState } from "@docsteward/db/client";
import type { GapWorkDetails } from "./find-work.ts";

/** A gap as a list shows it. */
export type GapListItem = GapWorkDetails & {
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
export function presentGap(gap: Gap, work: GapWorkDetails): GapListItem {
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

/** For gaps whose work was looked for with `findGapWork`. */
export const NO_WORK: GapWorkDetails = { stage: "open", job: null, pull: null };
