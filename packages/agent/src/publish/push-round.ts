import type { CommitSha } from "@docsteward/git/host";
import { pushBranch } from "@docsteward/git/push-branch";
import { rebuildCommit } from "@docsteward/git/rebuild-commit";
import type { FileChange } from "@docsteward/git/workspace";
import type { JournalEntry } from "../journal.ts";
import { type AgentPorts, JobFailure } from "../ports.ts";
import { applyEntry } from "../read-journal.ts";
import type { Publication } from "./publication.ts";

const MAX_TRIES = 5;

/**
 * Commits the round's changes and pushes them to its branch. When somebody else has pushed there, their commits stay and the
 * round's change goes on top.
 *
 * @returns the head of the branch
 */
export async function pushRound(
  publication: Publication,
  changes: readonly FileChange[],
  ports: AgentPorts,
): Promise<CommitSha> {
  const { state, round, cache, workspace, job, finish } = publication;
  if (state.round?.pushed) return state.round.pushed;
  const at = new Date(round.startedAt);
  const commit = await workspace.commit(`${finish.title}\n\n${finish.summary}\n\nDocsteward-Job: ${job.id}\n`, at);
  if (commit === null) throw new Error("A round with changes gave no commit.");

  let { sha } = commit;
  let expected = round.branchSha;
  for (let tries = 1; ; tries += 1) {
    // Nothing is pushed for a job that was cancelled or taken over: this write is refused then.
    await ports.record({});
    const outcome = await pushBranch(cache, { branch: round.branch, sha, expected });
    if (outcome.kind === "pushed") break;
    if (tries === MAX_TRIES)
      throw new JobFailure("push_refused", `The branch ${round.branch} moves faster than this job can push.`);
    expected = outcome.head;
    if (outcome.head === null) sha = commit.sha;
    else
      sha = await rebuildCommit(cache, {
        jobId: job.id,
        branch: round.branch,
        sha: commit.sha,
        onto: outcome.head,
        at,
      });
  }
  const entry: JournalEntry = { kind: "pushed", data: { commit: sha } };
  const count = (key: "additions" | "deletions") => changes.reduce((sum, change) => sum + change[key], 0);
  await ports.record({
    entries: [entry],
    events: [
      {
        type: "branch.pushed",
        data: {
          branch: round.branch,
          commit: sha,
          files: changes.length,
          additions: count("additions"),
          deletions: count("deletions"),
        },
      },
    ],
  });
  applyEntry(state, entry);
  return sha;
}
