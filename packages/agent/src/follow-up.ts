import { type JobHeads, jobRef, pinCommit } from "@docsteward/git/cache/job-refs";
import type { RepositoryCache } from "@docsteward/git/cache/repository-cache";
import { GitError } from "@docsteward/git/error";
import { listChangedDocs, readParents } from "@docsteward/git/files/job-commits";
import type { CommitSha, PullRequest } from "@docsteward/git/host";
import type { JournalEntry, Round } from "./journal.ts";
import type { JournalState } from "./journal-state.ts";
import type { AgentJobInput } from "./ports.ts";
import { mergeChanges } from "./publish/pull-request-body.ts";

const MAX_KNOWN = 1_000;
const MAX_NAMED = 30;

type FollowUpInput = { job: AgentJobInput; state: JournalState; cache: RepositoryCache };

/**
 * Where a branch left the base: the base itself, when the branch begins on it or has just taken it in; else where the first round
 * found the branch.
 */
export async function findFork(
  { state, cache }: FollowUpInput,
  { branch, heads: { baseSha, branchSha } }: { branch: string; heads: JobHeads },
): Promise<CommitSha> {
  if (branchSha === null || branchSha === baseSha) return baseSha;
  if ((await readParents(cache, branchSha)).includes(baseSha)) return baseSha;
  const { lastRound } = state;
  return lastRound?.branch === branch ? (lastRound.forkSha ?? lastRound.startSha) : branchSha;
}

/** What has changed between the files that the model knows from its last round and those that the next one begins with. */
export type Since = {
  /** Null when it is not known. */
  changed: readonly string[] | null;
  /** Files that the model has read, and that are the same now. */
  known: string[];
};

/** Compares the files that a follow-up begins with to those that the last round ended with. */
export async function compareWithLastRound({ job, state, cache }: FollowUpInput, startSha: CommitSha): Promise<Since> {
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
export function describeFollowUp(
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
