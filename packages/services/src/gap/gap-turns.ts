import type { Prisma } from "@docsteward/db/client";
import { ASK_AGAIN_READER } from "./ask-again-reader.ts";

/** The questions that the documentation did not answer well: unanswered ones, and those whose answer a reader found bad. */
export const GAP_TURNS = {
  OR: [{ category: "unanswered" }, { rating: "down" }],
  thread: { fp: { not: ASK_AGAIN_READER } },
} satisfies Prisma.ThreadTurnWhereInput;
