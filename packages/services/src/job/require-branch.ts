import { AppError } from "@docsteward/contract/error";
import { listRemote } from "@docsteward/git/cache/list-remote";
import { GitError } from "@docsteward/git/error";
import { localAccess } from "@docsteward/git/local/access";
import { readDefaultBranch } from "@docsteward/git/local/read-default-branch";
import { refuseBranch } from "@docsteward/git/rules/branch-rules";
import type { ServiceContext } from "../context.ts";

/**
 * Makes sure that a job may work on a branch which its caller names. The agent asks again before it pushes; this is to say it
 * while somebody still listens.
 *
 * @throws AppError `invalid_request` for what is no branch name, for the project's own branch and for the default one
 */
export async function requireBranch({ project }: ServiceContext, branch: string): Promise<void> {
  const fault =
    refuseBranch(branch, [project.baseRef]) ?? refuseBranch(branch, await findDefaultBranch(project.repository));
  if (fault === null) return;
  throw new AppError("invalid_request", fault, { details: [{ path: "branch", message: fault }] });
}

/** None when the repository cannot be asked: the job then fails with the reason. */
async function findDefaultBranch(repository: string): Promise<string[]> {
  try {
    const branch =
      (await readDefaultBranch(repository)) ?? (await listRemote(localAccess(repository), [])).defaultBranch;
    return branch === null ? [] : [branch];
  } catch (error) {
    if (error instanceof GitError) return [];
    throw error;
  }
}
