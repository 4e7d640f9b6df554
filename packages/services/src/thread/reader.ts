import { type Prisma, sql } from "@docsteward/db/client";
import type { Actor } from "../actor.ts";

/** Who asks a gap's question again, as threads name their readers: what is asked so is no reader's question. */
export const RECHECK_READER = "docsteward-gap";

/** The questions that the documentation did not answer well: unanswered ones, and those whose answer a reader found bad. */
export const POORLY_ANSWERED = {
  OR: [{ category: "unanswered" }, { rating: "down" }],
  thread: { fp: { not: RECHECK_READER } },
} satisfies Prisma.ThreadTurnWhereInput;

/** The reader id of a person in the playground: each person has separate threads. */
export function playgroundReader(actor: Actor): string {
  return actor.kind === "user" ? `${PLAYGROUND_READER}-${actor.userId}` : PLAYGROUND_READER;
}

/** What the readers of all playgrounds begin with. */
export const PLAYGROUND_READER = "playground";

/** In SQL over `"Thread"`: threads that no reader began, but the service or a person who tried the assistant. Statistics leave them out. */
export const IS_TRIAL = sql`(fp = ${RECHECK_READER} OR starts_with(fp, ${PLAYGROUND_READER}))`;
