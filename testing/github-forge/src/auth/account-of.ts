import { GitHubError } from "../github-error.ts";
import type { Account, Caller } from "../state.ts";

/** In whose name something is done: a person's, or the bot's of an App. */
export function accountOf(caller: Caller): Account {
  if (caller.kind === "person") return caller.account;
  if (caller.kind === "anonymous") throw new GitHubError(401, "Requires authentication");
  return caller.app.bot;
}
