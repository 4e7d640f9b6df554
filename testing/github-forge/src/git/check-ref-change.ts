import { GitHubError } from "../github-error.ts";
import type { Repository } from "../state.ts";
import { findPushRefusal } from "./refuse-push.ts";
import { resolveCommit, runGit } from "./run-git.ts";

/** Refuses a change of a ref by the API that GitHub refuses. @throws GitHubError 422 */
export async function checkRefChange(
  repository: Repository,
  { ref, oldSha, newSha, isForced = false }: { ref: string; oldSha: string; newSha: string; isForced?: boolean },
): Promise<void> {
  const refusal = findPushRefusal(repository, [{ ref, oldSha, newSha }], (sha) => repository.verifiedCommits.has(sha));
  if (refusal)
    throw new GitHubError(422, `Repository rule violations found\n\n${refusal.said.at(-1)?.slice("error: ".length)}`);
  if (/^0+$/.test(newSha)) return;
  if (!(await resolveCommit(repository.path, newSha))) throw new GitHubError(422, "Object does not exist");
  if (isForced || /^0+$/.test(oldSha)) return;
  const args = ["merge-base", "--is-ancestor", oldSha, newSha];
  const isForward = await runGit({ path: repository.path, args }).then(
    () => true,
    () => false,
  );
  if (!isForward) throw new GitHubError(422, "Update is not a fast forward");
}
