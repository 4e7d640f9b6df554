import { branchHead, runGit } from "../git/run-git.ts";
import { GitHubError, invalid } from "../github-error.ts";
import { presentPullBrief } from "../present/pull.ts";
import type { Account, Pull, Repository, State } from "../state.ts";
import { emit } from "../webhook/emit.ts";

export type NewPull = { title: string; body: string | null; head: string; base: string; isDraft: boolean; by: Account };

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
