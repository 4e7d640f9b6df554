import { GitHubError, invalid } from "../github-error.ts";
import type { Account, Repository, State } from "../state.ts";
import { resolveCommit, runGit } from "./run-git.ts";

type Person = { name?: string; email?: string; date?: string };
export type CommitRequest = {
  message?: unknown;
  tree?: unknown;
  parents?: unknown;
  author?: Person;
  committer?: Person;
  by: Account;
};

/** Writes a commit as the API is asked to; nobody named means the caller, committed by GitHub. */
export async function writeCommit(state: State, repository: Repository, request: CommitRequest): Promise<string> {
  const { path } = repository;
  const { message, tree, parents, author, committer, by } = request;
  if (typeof message !== "string") throw invalid({ resource: "Commit", field: "message", code: "missing_field" });
  if (typeof tree !== "string") throw invalid({ resource: "Commit", field: "tree", code: "missing_field" });
  const named = Array.isArray(parents) ? parents.map(String) : [];
  for (const parent of named) {
    if (!(await resolveCommit(path, parent)))
      throw new GitHubError(422, "Parent SHA does not exist or is not a commit object");
  }
  const now = state.now().toISOString();
  const own = { name: by.login, email: `${by.id}+${by.login}@users.noreply.forge.localhost` };
  const github = { name: "GitHub", email: "noreply@forge.localhost" };
  const env = {
    ...toEnvironment("AUTHOR", { date: now, ...own, ...author }),
    ...toEnvironment("COMMITTER", { date: now, ...(author ?? github), ...committer }),
  };
  const args = ["commit-tree", tree, ...named.flatMap((parent) => ["-p", parent])];
  return runGit({ path, args, stdin: message, env }).catch(() => {
    throw new GitHubError(422, "Tree SHA does not exist");
  });
}

function toEnvironment(who: string, { name = "", email = "", date = "" }: Person): Record<string, string> {
  return { [`GIT_${who}_NAME`]: name, [`GIT_${who}_EMAIL`]: email, [`GIT_${who}_DATE`]: date };
}
