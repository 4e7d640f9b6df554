import type { Commit } from "@docsteward/git/workspace";
import type { Publication } from "./publication.ts";

/** Commits the changes of a round, into the cache alone. The same round always gives the same commit. */
export async function commitRound({ workspace, round, finish, job }: Publication): Promise<Commit> {
  const message = `${finish.title}\n\n${finish.summary}\n\nDocsteward-Job: ${job.id}\n`;
  const commit = await workspace.commit(message, new Date(round.startedAt));
  if (commit === null) throw new Error("A round with changes made no commit.");
  return commit;
}
