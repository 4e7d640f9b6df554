import { mergeTree } from "../git/merge-tree.ts";
import { runGit } from "../git/run-git.ts";
import { GitHubError } from "../github-error.ts";
import { recordPush } from "../repository/record-push.ts";
import type { Account, Pull, Repository, State } from "../state.ts";
import { closePull } from "./change-pull.ts";
import { refreshPull } from "./refresh-pull.ts";

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
