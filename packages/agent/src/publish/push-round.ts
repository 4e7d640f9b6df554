import { readHeads } from "@docsteward/git/cache/fetch-job";
import type { CommitSha } from "@docsteward/git/host";
import { pushBranch } from "@docsteward/git/push/push-branch";
import { rebuildCommit } from "@docsteward/git/push/rebuild-commit";
import type { FileChange } from "@docsteward/git/workspace";
import type { JournalEntry, Push } from "../journal.ts";
import { type AgentPorts, JobFailure } from "../ports.ts";
import { applyEntry, type JournalState } from "../read-journal.ts";
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
  const { state, round } = publication;
  if (state.round?.pushed) return state.round.pushed;
  const sha = await pushCommit(publication, ports);
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
}

async function pushCommit(publication: Publication, ports: AgentPorts): Promise<CommitSha> {
  const { state, round, cache, workspace, job, finish } = publication;
  const earlier = state.round?.push;
  // A worker was lost between its push and the record of it.
  if (earlier && (await readHeads(cache, [round.branch])).get(round.branch) === earlier.commit) return earlier.commit;

  const at = new Date(round.startedAt);
  const commit = await workspace.commit(`${finish.title}\n\n${finish.summary}\n\nDocsteward-Job: ${job.id}\n`, at);
  if (commit === null) throw new Error("A round with changes gave no commit.");
  let push: Push = { commit: commit.sha, before: round.branchSha };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    await announcePush(state, push, ports);
    const outcome = await pushBranch(cache, { branch: round.branch, sha: push.commit, expected: push.before });
    if (outcome.kind === "pushed") return push.commit;
    const onto = outcome.head;
    const rebuild = { jobId: job.id, branch: round.branch, sha: commit.sha, at };
    push = { commit: onto === null ? commit.sha : await rebuildCommit(cache, { ...rebuild, onto }), before: onto };
  }
  throw new JobFailure(
    "push_refused",
    `The branch ${round.branch} moves faster than this job can push. Send a message to try again.`,
  );
}

/**
 * Says in the journal what is going to be pushed, so that whoever comes later knows what to look for on the branch. Nothing is
 * pushed for a job that was cancelled or taken over: this write is refused then.
 */
async function announcePush(state: JournalState, push: Push, ports: AgentPorts): Promise<void> {
  const entry: JournalEntry = { kind: "publishing", data: push };
  const { commit, before } = state.round?.push ?? {};
  const isAnnounced = commit === push.commit && before === push.before;
  await ports.record({ entries: isAnnounced ? [] : [entry] });
  applyEntry(state, entry);
}
