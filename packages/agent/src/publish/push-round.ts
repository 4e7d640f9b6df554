import { readHeads } from "@docsteward/git/cache/job-refs";
import { openRepositoryCache, type RepositoryCache } from "@docsteward/git/cache/repository-cache";
import type { CommitSha, GitHost, Source } from "@docsteward/git/host";
import { restoreBranch } from "@docsteward/git/push/push-branch";
import { pushToHost, toPushedCommit } from "@docsteward/git/push/push-to-host";
import { readTreeSha, rebuildCommit } from "@docsteward/git/push/rebuild-commit";
import { toBranchName } from "@docsteward/git/rules/branch-name";
import type { Commit, FileChange, Workspace } from "@docsteward/git/workspace";
import type { ChangeSize, JournalEntry, Push, PushedChange, Round } from "../journal.ts";
import { applyEntry, type JournalState, type RoundProgress, replayJournal } from "../journal-state.ts";
import { type AgentJobInput, type AgentPorts, JobFailure } from "../ports.ts";
import { titleFromPrompt } from "../title-from-prompt.ts";
import type { Finish } from "../tools/finish-input.ts";
import type { AddedCode } from "../workspace/file-rules.ts";
import type { JobSources } from "../workspace/job-sources.ts";
import { findNewSecrets, stripForeignLinks } from "./leak-checks.ts";
import { mergeChanges } from "./pull-request-body.ts";

const MAX_ATTEMPTS = 5;

/**
 * Commits the round's changes and pushes them to its branch. When another person has pushed to the branch, their commits stay
 * and the round's commit is rebuilt on top.
 *
 * @returns the head of the branch, and all files there; null when that is not known here
 */
export async function pushRound(
  publication: FinishedRound,
  { changes, addedCode }: { changes: readonly FileChange[]; addedCode: readonly AddedCode[] },
  ports: AgentPorts,
): Promise<{ headSha: CommitSha; treeSha: string | null }> {
  const { state, round, cache } = publication;
  if (state.round?.pushed)
    return { headSha: state.round.pushed, treeSha: await readTreeSha(cache, state.round.pushed) };
  const { headSha: sha, treeSha } = await pushCommit(publication, ports);
  const files = changes.map(({ patch: _, ...file }) => file);
  const { title, summary } = publication.finish;
  const entry: JournalEntry = {
    kind: "pushed",
    data: { commit: sha, title, summary, changes: files, addedCode: [...addedCode] },
  };
  const onBranch = mergeChanges([...state.pushed.flatMap((pushed) => pushed.changes), ...files]);
  await ports.record({
    entries: [entry],
    events: [{ type: "branch.pushed", data: { branch: round.branch, commit: sha, ...sizeOf(files) } }],
    patch: { size: sizeOf(onBranch) },
  });
  applyEntry(state, entry);
  return { headSha: sha, treeSha };
}

function sizeOf(changes: readonly PushedChange[]): ChangeSize {
  const sum = (key: "additions" | "deletions") => changes.reduce((total, change) => total + change[key], 0);
  return { files: changes.length, additions: sum("additions"), deletions: sum("deletions") };
}

/**
 * Names a new branch after the title of its pull request, where the name is free: until now it had one of the prompt's words.
 *
 * @returns the round with the branch that is pushed
 */
export async function nameBranch(
  { job, state, round, cache, finish }: FinishedRound,
  { record }: Pick<AgentPorts, "record">,
): Promise<Round> {
  const branch = toBranchName(finish.title, job.id);
  if (!round.isProvisional || state.round?.push || state.round?.undone || branch === round.branch) return round;
  // Its end is the job's own: only an earlier round may have taken it.
  if (state.lastResult !== null && (await readHeads(cache, [branch])).has(branch)) return round;
  const entry: JournalEntry = { kind: "renamed", data: { branch } };
  await record({ entries: [entry], patch: { branch } });
  applyEntry(state, entry);
  return state.round?.at ?? round;
}

async function pushCommit(publication: FinishedRound, ports: AgentPorts) {
  const { state, round, cache, job } = publication;
  const { host } = ports;
  const { source } = job;
  const earlier = state.round?.push;
  // A worker was lost between its push and the record of it.
  if (earlier && (await readHeads(cache, [round.branch])).get(round.branch) === earlier.commit) {
    return { headSha: earlier.commit, treeSha: await readTreeSha(cache, earlier.commit) };
  }
  const { sha, tree, parent } = await commitRound(publication);
  const at = new Date(round.startedAt);
  let next: Push = { commit: sha, before: round.branchSha };
  const treeOf = (commit: CommitSha) => (commit === sha ? tree : readTreeSha(cache, commit));
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) {
    const push = { ...next, commit: await toPushedCommit(cache, host, { source, sha: next.commit }) };
    await announcePush(state, push, ports);
    const { commit, before: expected } = push;
    const below = next.commit === sha ? parent : (next.before ?? undefined);
    const move = { source, branch: round.branch, sha: commit, expected, parent: below };
    const outcome = await pushToHost(cache, host, move);
    if (outcome.kind === "pushed") return { headSha: push.commit, treeSha: await treeOf(next.commit) };
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
 * Writes the push to the journal first, so that a later worker knows which commit to look for on the branch. The write is
 * refused for a job that was cancelled or taken over, so nothing is pushed for it.
 */
async function announcePush(state: JournalState, push: Push, ports: AgentPorts): Promise<void> {
  const entry: JournalEntry = { kind: "publishing", data: push };
  const { commit, before } = state.round?.push ?? {};
  const isAnnounced = commit === push.commit && before === push.before;
  await ports.record({ entries: isAnnounced ? [] : [entry] });
  applyEntry(state, entry);
}

/** Commits the changes of a round, into the cache alone. The same round always gives the same commit. */
export async function commitRound(finished: FinishedRound): Promise<Commit> {
  const { workspace, round, job } = finished;
  const message = `${await sayWhatFor(finished)}\n\nDocsteward-Job: ${job.id}\n`;
  const commit = await workspace.commit(message, new Date(round.startedAt));
  if (commit === null) throw new Error("A round with changes made no commit.");
  return commit;
}

/** Title and summary are of the whole pull request. They are its first commit's; a later one says what was asked for. */
async function sayWhatFor({ workspace, round, state, finish, job }: FinishedRound): Promise<string> {
  const whole = `${finish.title}\n\n${finish.summary}`;
  if (round.pullRequestNumber === null) return whole;
  const prompt = state.prompts.at(-1) ?? "";
  const [secret] = await findNewSecrets([], prompt);
  return secret ? whole : (await withoutForeignLinks({ job, workspace })(titleFromPrompt(prompt))) || whole;
}

/** Takes links out of a job's texts that lead neither to the site's hosts, the repository's nor this service's. */
export function withoutForeignLinks({ job, workspace }: Pick<FinishedRound, "job" | "workspace">) {
  return (text: string) => stripForeignLinks(text, { workspace, own: [job.url, job.source.repository] });
}

/** A round that the model has finished, on its way to a pull request. */
export type FinishedRound = {
  job: AgentJobInput;
  state: JournalState;
  finish: Finish;
  round: Round;
  cache: RepositoryCache;
  workspace: Workspace;
  sources: JobSources;
};

/**
 * Reverts the push of a round that was ended from outside, so that no unfinished branch is left: resets the branch to its head
 * before the push, or removes it, unless another commit was pushed since. Any worker may do this, repeatedly.
 */
export async function revertPush(input: {
  source: Source;
  round: RoundProgress;
  cache: RepositoryCache;
  host: GitHost;
}): Promise<void> {
  const { source, round, cache, host } = input;
  const { undone: push, at } = round;
  if (push === null) return;
  const head = (await readHeads(cache, [at.branch])).get(at.branch);
  if (head === push.commit) {
    await restoreBranch(cache, { branch: at.branch, pushed: push.commit, before: push.before });
  }
  if (at.pullRequestNumber === null || push.before === null) return;
  const pullRequest = await host.getPullRequest(source, at.pullRequestNumber);
  if (pullRequest?.state !== "open" || pullRequest.headSha !== push.commit) return;
  await host.updatePullRequest(source, at.pullRequestNumber, { headSha: push.before });
}

/** Takes back what a job that was ended from outside may have left on its branch. Does nothing when there is nothing. */
export async function revertJobPush(
  { source, journal }: Pick<AgentJobInput, "source" | "journal">,
  { host, dataDir, signal }: Pick<AgentPorts, "host" | "dataDir" | "signal">,
): Promise<void> {
  const { round } = replayJournal(journal);
  if (!round?.undone) return;
  using cache = await openRepositoryCache({
    dataDir,
    repository: source.repository,
    access: () => host.access(source),
    signal,
  });
  await revertPush({ source, round, cache, host });
}
