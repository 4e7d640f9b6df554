import { availableParallelism } from "node:os";

/** V8's own number of helpers. */
const MOST_HELPERS = 4;
const helpers = Math.max(1, Math.min(MOST_HELPERS, availableParallelism() - 1));

/**
 * What Node starts a web process with.
 *
 * - `v8-pool-size`: helpers of V8 that collect garbage and compile. One for each core but that of the event loop: with more, the event
 *   loop waits for a core that they have.
 * - `semi-space-size`, in MB: the space for young objects. It holds what twenty answers leave behind, so that
 *   `collectBetweenAnswers` of the web app comes before V8's own collection, which is during an answer.
 * - `external-memory-accounted-in-global-limit`: otherwise V8 marks the whole heap after each 64 MB of bodies that pass through.
 */
export const WEB_FLAGS = [
  `--v8-pool-size=${helpers}`,
  "--min-semi-space-size=32",
  "--max-semi-space-size=64",
  "--external-memory-accounted-in-global-limit",
];
