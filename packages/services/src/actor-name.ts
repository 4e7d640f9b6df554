import type { Actor } from "./actor.ts";

/** Who acts, as people know them: a name, or a login at GitHub with its @; null for keys and the command line. */
export function nameOfActor(actor: Actor): string | null {
  if (actor.kind === "github") return `@${actor.login}`;
  return actor.kind === "user" ? actor.name : null;
}
