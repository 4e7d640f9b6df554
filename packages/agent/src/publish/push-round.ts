import { readHeads } from "@docsteward/git/cache/fetch-job";
import type { CommitSha } from "@docsteward/git/host";
import { readTreeSha } from "@docsteward/git/push/read-tree-sha";
import { rebuildCommit } from "@docsteward/git/push/rebuild-commit";
import type { FileChange } from "@docsteward/git/workspace";
import type { JournalEntry, Push } from "../journal.ts";
import { type AgentPorts, JobFailure } from "../ports.ts";
import { applyEntry, type JournalState } from "../read-journal.ts";
import { commitRound } from "./commit-round.ts";
import type { Publication } from "./publication.ts";
import { sendPush, toSendable } from "./push-ways.ts";

const MAX_TRIES = 5;

/**
 * Commits the round's changes and pushes them to its branch. When somebody else has pushed there, their commits stay and the
 * round's change goes on top.
 *
 * @returns the head of the branch, and all files there; null when that is not known here
 */
export async function pushRound(
  publication: Publication,
  changes: readonly FileChange[],
  ports: AgentPorts,
): Promise<{ headSha: CommitSha; treeSha: string | null }> {
  const { state, round, cache } = publication;
  if (state.round?.pushed)
    return { headSha: state.round.pushed, treeSha: await readTreeSha(cache, state.round.pushed) };
  const { headSha: sha, treeSha } = await pushCommit(publication, ports);
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
  return { headSha: sha, treeSha };
}

async function pushCommit(publication: Publication, ports: AgentPorts) {
  const { state, round, cache, job } = publication;
  const earlier = state.round?.push;
  // A worker was lost between its push and the record of it.
  if (earlier && (await readHeads(cache, [round.branch])).get(round.branch) === earlier.commit) {
    return { headSha: earlier.commit, treeSha: await readTreeSha(cache, earlier.commit) };
  }
  const { sha } = await commitRound(publication);
  const at = new Date(round.startedAt);
  let next: Push = { commit: sha, before: round.branchSha };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const push = await toSendable(publication, next, ports);
    await announcePush(state, push, ports);
    const outcome = await sendPush(publication, push, ports);
    if (outcome.kind === "pushed") return { headSha: push.commit, treeSha: await readTreeSha(cache, next.commit) };
    if (outcome.kind === "unverified") continue;
    const onto = outcome.head;
    const rebuild = { jobId: job.id, branch: round.branch, sha, at };
    next = { commit: onto === null ? sha : await rebuildCommit(cache, { ...rebuild, onto }), before: onto };
  }
  throw new JobFailure(
    "push_refused",
    `The branch ${round.branch} kept changing while this job pushed. Send a message to try again.`,
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
