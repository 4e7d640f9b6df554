import { branchHead } from "../git/run-git.ts";
import { GitHubError, invalid } from "../github-error.ts";
import { presentPullBrief } from "../present/pull.ts";
import type { Account, Pull, Repository, State } from "../state.ts";
import { emit } from "../webhook/emit.ts";
import { refreshPull } from "./refresh-pull.ts";

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
export async function closePull(state: State, about: About): Promise<void> {
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
