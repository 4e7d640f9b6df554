import type { Actor } from "../actor.ts";

/** Who asks in the playground, as threads name their readers: each person has threads of their own. */
export function playgroundReaderOf(actor: Actor): string {
  return actor.kind === "user" ? `${PLAYGROUND_READER}-${actor.userId}` : PLAYGROUND_READER;
}

/** What the readers of all playgrounds begin with. */
export const PLAYGROUND_READER = "playground";
