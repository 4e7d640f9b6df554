import { Reply } from "./reply.ts";

/** Tells the limits, too, that nothing new was done. */
export const REPLAYED_HEADER = "Idempotency-Replayed";

/** The answer of a verb that honours an `Idempotency-Key`: a repeated call is told apart by a header. */
export function replayable<J>({ job, isReplay }: { job: J; isReplay: boolean }): Reply<J> {
  return new Reply(job, isReplay ? { [REPLAYED_HEADER]: "true" } : {});
}
