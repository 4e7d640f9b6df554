import { AppError } from "@docsteward/contract/error";
import { listRemote } from "@docsteward/git/cache/list-remote";
import { GitError } from "@docsteward/git/error";
import { readDefaultBranch } from "@docsteward/git/local/read-default-branch";
import { refuseBranch } from "@docsteward/git/rules/branch-rules";
import type { ServiceContext } from "../context.ts";
import { accessTo } from "../git-host/access-to.ts";
import { hostKindOf } from "../git-host/host-kind.ts";

/**
 * Makes sure that a job may work on a branch which its caller names. The agent asks again before it pushes; this is to say it
 * while somebody still listens.
 *
 * @throws AppError `invalid_request` for what is no branch name, for the project's own branch and for the default one
 */
export async function requireBranch(ctx: ServiceContext, branch: string): Promise<void> {
  const { baseRef } = ctx.project;
  const fault = refuseBranch(branch, [baseRef]) ?? refuseBranch(branch, await findDefaultBranch(ctx));
  if (fault === null) return;
  throw new AppError("invalid_request", fault, { details: [{ path: "branch", message: fault }] });
}

/** None when the repository cannot be asked: the job then fails with the reason. */
async function findDefaultBranch(ctx: ServiceContext): Promise<string[]> {
  const { repository } = ctx.project;
  try {
    const known = hostKindOf(repository) === "local" ? await readDefaultBranch(repository) : null;
    const branch = known ?? (await listRemote(() => accessTo(ctx, ctx.project), [])).defaultBranch;
    return branch === null ? [] : [branch];
  } catch (error) {
    if (error instanceof GitError) return [];
    throw error;
  }
}
