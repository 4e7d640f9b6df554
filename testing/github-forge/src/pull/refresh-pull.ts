import { branchHead, runGit } from "../git/run-git.ts";
import type { Pull, Repository } from "../state.ts";

/** Brings an open pull request to where its branches are now. Its head stays in the repository as `refs/pull/N/head`. */
export async function refreshPull(repository: Repository, pull: Pull): Promise<void> {
  if (pull.state !== "open") return;
  const { path } = repository;
  const [head, base] = await Promise.all([branchHead(path, pull.head), branchHead(path, pull.base)]);
  if (base) pull.baseSha = base;
  if (!head || head === pull.headSha) return;
  pull.headSha = head;
  await runGit({ path, args: ["update-ref", `refs/pull/${pull.number}/head`, head] });
}
