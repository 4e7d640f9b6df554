import { mergeTree } from "../git/commits.ts";
import { branchHead, runGit } from "../git/run-git.ts";
import { GitHubError, invalid } from "../github-error.ts";
import { presentComment, presentIssue, presentPullBrief } from "../present/pull.ts";
import { recordPush } from "../repository/record-push.ts";
import type { Account, Comment, Issue, Pull, Repository, State } from "../state.ts";
import { emit } from "../webhook.ts";
import { refreshPull } from "./pull-files.ts";

type NewPull = {
  title: string;
  body: string | null;
  head: string;
  base: string;
  isDraft: boolean;
  by: Account;
  fork?: Account;
};

/** Opens a pull request, and refuses what GitHub refuses: one without branches or commits, and a second for one branch. */
export async function openPull(state: State, repository: Repository, input: NewPull): Promise<Pull> {
  const { path, owner } = repository;
  const head = input.head.startsWith(`${owner.login}:`) ? input.head.slice(owner.login.length + 1) : input.head;
  const [headSha, baseSha] = await Promise.all([branchHead(path, head), branchHead(path, input.base)]);
  if (!baseSha) throw invalid({ resource: "PullRequest", field: "base", code: "invalid" });
  if (!headSha) throw invalid({ resource: "PullRequest", field: "head", code: "invalid" });
  const ahead = await runGit({ path, args: ["rev-list", "--count", headSha, `^${baseSha}`] });
  if (ahead === "0") throw refuse(`No commits between ${input.base} and ${head}`);
  const isTaken = [...repository.pulls.values()].some(
    (pull) => pull.state === "open" && pull.head === head && pull.base === input.base,
  );
  if (isTaken) throw refuse(`A pull request already exists for ${owner.login}:${head}.`);
  if (input.isDraft && !repository.allowsDrafts) {
    throw new GitHubError(422, "Draft pull requests are not supported in this repository.");
  }

  const now = state.now();
  const pull: Pull = {
    id: state.nextId(),
    number: repository.nextNumber,
    author: input.by,
    title: input.title,
    body: input.body,
    head,
    base: input.base,
    headSha,
    baseSha,
    isDraft: input.isDraft,
    state: "open",
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    merged: null,
    reviewers: [],
    labels: [],
    fork: input.fork ?? null,
    comments: [],
  };
  repository.nextNumber += 1;
  repository.pulls.set(pull.number, pull);
  await runGit({ path, args: ["update-ref", `refs/pull/${pull.number}/head`, headSha] });
  emit(state, repository, {
    event: "pull_request",
    action: "opened",
    sender: input.by,
    payload: { number: pull.number, pull_request: await presentPullBrief(state, repository, pull) },
  });
  return pull;
}

const refuse = (message: string) => invalid({ resource: "PullRequest", code: "custom", message });

export type PullChange = {
  title?: string;
  body?: string | null;
  state?: "open" | "closed";
  base?: string;
  isDraft?: boolean;
};

type About = { repository: Repository; pull: Pull; by: Account };

/** Changes the words of a pull request, closes it, or opens it again. */
export async function changePull(state: State, about: About, change: PullChange): Promise<void> {
  const { repository, pull } = about;
  const isEdited =
    (change.title !== undefined && change.title !== pull.title) ||
    (change.body !== undefined && change.body !== pull.body) ||
    (change.base !== undefined && change.base !== pull.base);
  if (change.base !== undefined && !(await branchHead(repository.path, change.base))) {
    throw invalid({ resource: "PullRequest", field: "base", code: "invalid" });
  }
  if (change.title !== undefined) pull.title = change.title;
  if (change.body !== undefined) pull.body = change.body;
  if (change.base !== undefined) pull.base = change.base;
  if (change.isDraft === false && pull.isDraft) {
    pull.isDraft = false;
    await tell(state, about, "ready_for_review");
  }
  if (isEdited) {
    pull.updatedAt = state.now();
    await tell(state, about, "edited");
  }
  if (change.state === "closed" && pull.state === "open") {
    await refreshPull(repository, pull);
    await closePull(state, about);
  }
  if (change.state === "open" && pull.state === "closed") await reopenPull(state, about);
}

/** Ends a pull request where its branches are by now. */
async function closePull(state: State, about: About): Promise<void> {
  const { pull } = about;
  pull.state = "closed";
  pull.closedAt = state.now();
  pull.updatedAt = pull.closedAt;
  await tell(state, about, "closed");
}

async function reopenPull(state: State, about: About): Promise<void> {
  const { repository, pull } = about;
  if (pull.merged || !(await branchHead(repository.path, pull.head))) {
    throw new GitHubError(422, "Validation Failed", {
      errors: [{ resource: "PullRequest", field: "state", code: "invalid", message: "state cannot be changed." }],
    });
  }
  pull.state = "open";
  pull.closedAt = null;
  pull.updatedAt = state.now();
  await refreshPull(repository, pull);
  await tell(state, about, "reopened");
}

async function tell(state: State, { repository, pull, by }: About, action: string): Promise<void> {
  emit(state, repository, {
    event: "pull_request",
    action,
    sender: by,
    payload: { number: pull.number, pull_request: await presentPullBrief(state, repository, pull) },
  });
}

/** Merges a pull request with a merge commit. @returns the commit @throws GitHubError 405 when it cannot be merged */
export async function mergePull(
  state: State,
  { repository, pull, by }: { repository: Repository; pull: Pull; by: Account },
): Promise<string> {
  await refreshPull(repository, pull);
  if (pull.state !== "open" || pull.isDraft) throw new GitHubError(405, "Pull Request is not mergeable");
  const { path } = repository;
  const tree = await mergeTree(path, pull);
  if (!tree) throw new GitHubError(405, "Pull Request has merge conflicts");

  const message = `Merge pull request #${pull.number} from ${repository.owner.login}/${pull.head}\n\n${pull.title}`;
  const args = ["commit-tree", tree, "-p", pull.baseSha, "-p", pull.headSha, "-m", message];
  const sha = await runGit({ path, args, env: identity(by, state.now()) });
  const ref = `refs/heads/${pull.base}`;
  await runGit({ path, args: ["update-ref", ref, sha, pull.baseSha] });
  pull.merged = { at: state.now(), by, sha };
  await closePull(state, { repository, pull, by });
  await recordPush(state, repository, { commands: [{ ref, oldSha: pull.baseSha, newSha: sha }], by });
  return sha;
}

/** Who commits, for git. */
function identity({ login }: Account, at: Date): Record<string, string> {
  const date = `${Math.floor(at.getTime() / 1000)} +0000`;
  const email = `${login}@users.noreply.forge.localhost`;
  return {
    GIT_AUTHOR_NAME: login,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: login,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}

/** Adds labels to a pull request, an event each. */
export async function addLabels(state: State, about: About, labels: readonly string[]): Promise<void> {
  for (const label of labels) {
    if (about.pull.labels.includes(label)) continue;
    about.pull.labels.push(label);
    await tell(state, about, "labeled");
  }
}

type NewIssue = Pick<Issue, "title" | "body"> & { by: Account };

/** Opens an issue. */
export function openIssue(state: State, repository: Repository, { title, body, by }: NewIssue): Issue {
  const now = state.now();
  const issue: Issue = {
    ...{ id: state.nextId(), number: repository.nextNumber, author: by, title, body, state: "open" },
    ...{ createdAt: now, updatedAt: now, closedAt: null, comments: [] },
  };
  repository.nextNumber += 1;
  repository.issues.set(issue.number, issue);
  const payload = { issue: presentIssue(state, repository, issue) };
  emit(state, repository, { event: "issues", action: "opened", sender: by, payload });
  return issue;
}

/** Says something under an issue or a pull request. */
export function addComment(
  state: State,
  { repository, issue }: { repository: Repository; issue: Issue },
  { body, by }: { body: string; by: Account },
): Comment {
  const now = state.now();
  const comment: Comment = { id: state.nextId(), author: by, body, createdAt: now, updatedAt: now };
  issue.comments.push(comment);
  issue.updatedAt = now;
  emit(state, repository, {
    event: "issue_comment",
    action: "created",
    sender: by,
    payload: {
      issue: presentIssue(state, repository, issue),
      comment: presentComment(state, { repository, issue, comment }),
    },
  });
  return comment;
}
