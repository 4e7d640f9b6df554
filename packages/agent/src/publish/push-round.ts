import type { CommitSha } from "@docsteward/git/host";
import { pushBranch } from "@docsteward/git/push/push-branch";
import { rebuildCommit } from "@docsteward/git/push/rebuild-commit";
import type { FileChange } from "@docsteward/git/workspace";
import type { JournalEntry } from "../journal.ts";
import { type AgentPorts, JobFailure } from "../ports.ts";
import { applyEntry, type JournalState } from "../read-journal.ts";
import type { Publication } from "./publication.ts";
import { undoingPush } from "./undoing-push.ts";

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
  const { state, round } = publication;
  if (state.round?.pushed) return state.round.pushed;
  const sha = await pushCommit(publication, ports);
  return undoingPush(publication, sha, ports, async () => {
    const files = changes.map(({ patch: _, ...file }) => file);
    const { summary } = publication.finish;
    const entry: JournalEntry = { kind: "pushed", data: { commit: sha, summary, changes: files } };
    const [additions, deletions] = (["additions", "deletions"] as const).map((key) =>
      changes.reduce((sum, change) => sum + change[key], 0),
    );
    const pushed = { branch: round.branch, commit: sha, files: changes.length };
    await ports.record({
      entries: [entry],
      events: [{ type: "branch.pushed", data: { ...pushed, additions: additions ?? 0, deletions: deletions ?? 0 } }],
    });
    applyEntry(state, entry);
    return sha;
  });
}

async function pushCommit(publication: Publication, ports: AgentPorts): Promise<CommitSha> {
  const { round, cache, workspace, job, finish } = publication;
  const at = new Date(round.startedAt);
  const commit = await workspace.commit(`${finish.title}\n\n${finish.summary}\n\nDocsteward-Job: ${job.id}\n`, at);
  if (commit === null) throw new Error("A round with changes gave no commit.");
  let { sha } = commit;
  let expected = round.branchSha;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    await beginPublishing(publication.state, ports);
    const attempt = { branch: round.branch, sha, expected };
    const outcome = await undoingPush(publication, sha, ports, () => pushBranch(cache, attempt));
    if (outcome.kind === "pushed") return sha;
    expected = outcome.head;
    const rebuild = { jobId: job.id, branch: round.branch, sha: commit.sha, at };
    sha = outcome.head === null ? commit.sha : await rebuildCommit(cache, { ...rebuild, onto: outcome.head });
  }
  throw new JobFailure(
    "push_refused",
    `The branch ${round.branch} moves faster than this job can push. Send a message to try again.`,
  );
}

/** Nothing is pushed for a job that was cancelled or taken over: this write is refused then. */
async function beginPublishing(state: JournalState, ports: AgentPorts): Promise<void> {
  const entry: JournalEntry = { kind: "publishing", data: {} };
  await ports.record({ entries: state.round?.isPublishing ? [] : [entry] });
  applyEntry(state, entry);
}
