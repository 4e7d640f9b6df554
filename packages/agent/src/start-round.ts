import { fetchJobHeads, type JobHeads, jobRef, pinCommit } from "@docsteward/git/cache/job-refs";
import type { RepositoryCache } from "@docsteward/git/cache/repository-cache";
import { GitError } from "@docsteward/git/error";
import { listChangedDocs, openJobCommit, readParents } from "@docsteward/git/files/job-commits";
import { openWorkspace } from "@docsteward/git/files/open-workspace";
import type { CommitSha, PullRequest } from "@docsteward/git/host";
import { refuseBranch, toBranchName } from "@docsteward/git/rules/branch-name";
import type { Workspace } from "@docsteward/git/workspace";
import type { JournalEntry, Round } from "./journal.ts";
import { applyEntry, type FinishedCall, type JournalState } from "./journal-state.ts";
import { type AgentJobInput, type AgentPorts, JobFailure } from "./ports.ts";
import { mergeChanges } from "./publish/pull-request-body.ts";
import { revertPush } from "./publish/push-round.ts";
import { titleFromPrompt } from "./title-from-prompt.ts";
import { pagesAmong } from "./workspace/pages-among.ts";

type RoundInput = { job: AgentJobInput; state: JournalState; cache: RepositoryCache; ports: AgentPorts };

type StartedRound = {
  round: Round;
  workspace: Workspace & AsyncDisposable;
  /** What the job is called now: a first round names it. */
  title: string | null;
  /** Calls of the round that an earlier worker finished; their edits have to be made again. */
  finishedCalls: FinishedCall[];
};

const MAX_BRANCH_NAMES = 20;

/**
 * Opens the round that the journal is in the middle of, at the very commits it began with; else begins a new one.
 *
 * A new round continues the job's branch while its pull request is open. After a merge or a close it starts again from the
 * base.
 */
export async function startRound(input: RoundInput): Promise<StartedRound> {
  const { job, state, cache, ports } = input;
  const startedMs = performance.now();
  const resumed = state.round;
  if (resumed) await revertPush({ source: job.source, round: resumed, cache, host: ports.host });
  const plan = resumed ? { round: resumed.at, notice: null } : await planRound(input);
  const { round } = plan;
  const { docsPath } = job.source;
  const opened = await openWorkspace(cache, {
    jobId: job.id,
    docsPath,
    baseSha: round.baseSha,
    startSha: round.startSha,
    isHeld: resumed === null,
  });
  const workspace = await withBranch(opened, input, round);
  if (resumed) return { round, workspace, title: job.title, finishedCalls: [...resumed.calls] };

  const pages = pagesAmong(await workspace.paths()).length;
  const durationMs = Math.round(performance.now() - startedMs);
  const title = job.title ?? (await firstTitle(ports));
  const entries: JournalEntry[] = [{ kind: "round", data: round }, ...(plan.notice ? [plan.notice] : [])];
  await ports.record({
    entries,
    events: [
      ...(job.title === null ? [{ type: "job.titled" as const, data: { title } }] : []),
      { type: "workspace.opened", data: { commit: round.startSha, branch: round.branch, pages, durationMs } },
    ],
    patch: { branch: round.branch, title },
  });
  for (const entry of entries) applyEntry(state, entry);
  return { round, workspace, title, finishedCalls: [] };
}

/** Lets the files of a round know where its branch left the base, when earlier rounds or other people have changed it since. */
async function withBranch(
  workspace: StartedRound["workspace"],
  { job, state, cache }: RoundInput,
  { forkSha, startSha }: Round,
): Promise<StartedRound["workspace"]> {
  if (forkSha === undefined || forkSha === startSha) return workspace;
  const { docsPath } = job.source;
  try {
    const files = await openJobCommit(cache, { jobId: job.id, commit: forkSha, docsPath });
    const paths = await listChangedDocs(cache, { from: forkSha, to: startSha, docsPath });
    const from = new Map(
      mergeChanges(state.pushed.flatMap(({ changes }) => changes)).map((change) => [change.path, change.from]),
    );
    const changes = paths.map((path) => ({ path, from: from.get(path) }));
    const close = async () => {
      files[Symbol.dispose]();
      await workspace.close();
    };
    return { ...workspace, branch: { files, changes }, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    // The host may no longer have it: the checks then compare with where the round began.
    if (error instanceof GitError && error.code !== "unavailable") return workspace;
    await workspace.close();
    throw error;
  }
}

async function planRound(input: RoundInput): Promise<Pick<StartedRound, "round"> & { notice: JournalEntry | null }> {
  const { job, state, cache, ports } = input;
  // Asked for beside the rest: on a warm cache the repository's answers are most of the time until the model is called.
  const asking = ports.host.protectedBranches(job.source);
  asking.catch(() => undefined);
  const earlier =
    job.pullRequestNumber === null ? null : await ports.host.getPullRequest(job.source, job.pullRequestNumber);
  const hasEnded = earlier !== null && earlier.state !== "open";
  const isOwn = !hasEnded && (state.lastRound !== null || job.branch !== null);
  const wanted = isOwn ? job.branch : null;
  const { branch, heads } = wanted
    ? { branch: wanted, heads: await headsFor(wanted) }
    : await freshBranch(input, headsFor);
  const refused = refuseBranch(branch, await asking);
  if (refused) throw new JobFailure("git_misconfigured", refused);
  const startSha = heads.branchSha ?? heads.baseSha;
  const isFollowUp = state.lastRound !== null;
  const { changed, known } = isFollowUp ? await compareWithLastRound(input, startSha) : { changed: null, known: [] };
  const round: Round = {
    branch,
    baseSha: heads.baseSha,
    startSha,
    branchSha: heads.branchSha,
    pullRequestNumber: earlier?.state === "open" ? earlier.number : null,
    remark: hasEnded ? remarkOn(earlier) : null,
    startedAt: ports.clock.now().toISOString(),
    ...(wanted === null && { isProvisional: true }),
    forkSha: await findFork(input, { branch, heads }),
    ...(known.length > 0 && { known }),
  };
  return { round, notice: isFollowUp ? describeFollowUp(input, { round, earlier, changed }) : null };

  function headsFor(name: string): Promise<JobHeads> {
    return fetchJobHeads(cache, { jobId: job.id, ref: job.source.ref, branch: name });
  }
}

/** A branch name that the repository does not have yet. */
async function freshBranch({ job, ports }: RoundInput, headsFor: (name: string) => Promise<JobHeads>) {
  const title = job.title ?? (await firstTitle(ports));
  for (let count = 1; count <= MAX_BRANCH_NAMES; count += 1) {
    const branch = toBranchName(title, job.id, count);
    const heads = await headsFor(branch);
    if (heads.branchSha === null) return { branch, heads };
  }
  throw new JobFailure(
    "push_refused",
    "The repository has too many branches of this job. Delete the old branches, or start a new job.",
  );
}

async function firstTitle(ports: AgentPorts): Promise<string> {
  const messages = await ports.waitingMessages();
  return titleFromPrompt(messages.find(({ role }) => role === "user")?.content ?? "") || "Update the docs";
}

function remarkOn({ number, state }: PullRequest): string {
  return `Pull request #${number} was ${state}, so this change is on a new branch and in a new pull request.`;
}

const MAX_KNOWN = 1_000;
const MAX_NAMED = 30;

type FollowUpInput = { job: AgentJobInput; state: JournalState; cache: RepositoryCache };

/**
 * Where a branch left the base: the base itself, when the branch begins on it or has just taken it in; else where the first round
 * found the branch.
 */
async function findFork(
  { state, cache }: FollowUpInput,
  { branch, heads: { baseSha, branchSha } }: { branch: string; heads: JobHeads },
): Promise<CommitSha> {
  if (branchSha === null || branchSha === baseSha) return baseSha;
  if ((await readParents(cache, branchSha)).includes(baseSha)) return baseSha;
  const { lastRound } = state;
  return lastRound?.branch === branch ? (lastRound.forkSha ?? lastRound.startSha) : branchSha;
}

/** What has changed between the files that the model knows from its last round and those that the next one begins with. */
type Since = {
  /** Null when it is not known. */
  changed: readonly string[] | null;
  /** Files that the model has read, and that are the same now. */
  known: string[];
};

/** Compares the files that a follow-up begins with to those that the last round ended with. */
async function compareWithLastRound({ job, state, cache }: FollowUpInput, startSha: CommitSha): Promise<Since> {
  const { lastCommit, seen } = state;
  if (lastCommit === null) return { changed: null, known: [] };
  const { docsPath } = job.source;
  try {
    if (lastCommit !== startSha) await pinCommit(cache, lastCommit, jobRef(job.id, "fork"));
    const changed = await listChangedDocs(cache, { from: lastCommit, to: startSha, docsPath });
    const isChanged = new Set(changed);
    return { changed, known: [...seen].filter((path) => !isChanged.has(path)).slice(0, MAX_KNOWN) };
  } catch (error) {
    // A commit that was rebuilt on the work of another person may be gone by now.
    if (error instanceof GitError) return { changed: null, known: [] };
    throw error;
  }
}

/** Tells the model where a follow-up begins: its pull request, what is in it, what has moved, and what `finish` does now. */
function describeFollowUp(
  { job, state }: Pick<FollowUpInput, "job" | "state">,
  { round, earlier, changed }: { round: Round; earlier: PullRequest | null; changed: Since["changed"] },
): Extract<JournalEntry, { kind: "notice" }> {
  const parts =
    earlier === null || earlier.state === "open"
      ? [...continuing(state, round, earlier), moved(changed)]
      : restarting(job, earlier);
  const text = [
    "A new round begins.",
    ...parts,
    "Files that you have read and that have not changed count as read.",
    "`reply` answers the new message.",
  ].join(" ");
  return { kind: "notice", data: { reason: "round", text: `<notice>${text}</notice>` } };
}

function continuing(state: JournalState, round: Round, earlier: PullRequest | null): string[] {
  const changes = mergeChanges(state.pushed.flatMap((pushed) => pushed.changes));
  const held = listed(changes.map(({ path, from, status }) => `${from ? `${from} → ` : ""}${path} (${status})`));
  if (earlier !== null) {
    return [
      `Your pull request ${nameOf(earlier)} is open.${held === "" ? "" : ` It changes ${held}.`}`,
      "Your edits are added to it. `finish` updates it: `title` and `summary` replace its title and description, so write them for the whole pull request.",
    ];
  }
  if (changes.length > 0) {
    return [
      `Your changes are on the branch ${round.branch}, and have no open pull request. They change ${held}.`,
      "`finish` opens it: write `title` and `summary` for all of it.",
    ];
  }
  return ["No pull request is open yet. If you change files, `finish` opens one."];
}

function restarting({ source }: AgentJobInput, earlier: PullRequest): string[] {
  const end =
    earlier.state === "merged" ? "was merged" : "was closed without a merge, so its changes are not in the files";
  return [
    `Your pull request ${nameOf(earlier)} ${end}.`,
    `You start again from ${source.ref}, on a new branch. If you change files, \`finish\` opens a new pull request: write \`title\` and \`summary\` for this round alone.`,
  ];
}

function moved(changed: Since["changed"]): string {
  if (changed === null)
    return "Other people may have changed the branch since: read a page again before you change it.";
  if (changed.length === 0) return "Nothing else has changed on the branch since your last round.";
  return `Since your last round other people changed ${listed(changed)}: read these again before you change them.`;
}

const nameOf = ({ number, title }: PullRequest) => `#${number} (${title.replace(/[<>\s]+/g, " ").trim()})`;

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  return [...names.slice(0, MAX_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}
