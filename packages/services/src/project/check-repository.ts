import { fileURLToPath } from "node:url";
import { AppError } from "@docsteward/contract/error";
import { listRemote } from "@docsteward/git/cache/list-remote";
import { GitError } from "@docsteward/git/error";
import type { Services } from "../context.ts";
import { accessTo } from "../git-host/access-to.ts";
import { hostKindOf } from "../git-host/host-kind.ts";

/**
 * Makes sure that jobs can work on a repository: it is there, has commits, and has the branch.
 *
 * @param ref the branch; the repository's default branch unless told
 * @returns the branch
 * @throws AppError `invalid_request` with what is wrong and what to do
 */
export async function checkRepository(
  services: Pick<Services, "github" | "db">,
  input: { use: Parameters<typeof accessTo>[1]; ref?: string },
): Promise<string> {
  const { use, ref } = input;
  const { repository } = use;
  try {
    const { hasCommits, defaultBranch, branches } = await listRemote(
      () => accessTo(services, use),
      ref ? [ref] : undefined,
    );
    if (!hasCommits) throw refusal(`The repository ${repository} has no commits yet. Commit the pages first.`);
    const branch = ref ?? defaultBranch;
    if (branch && branches.has(branch)) return branch;
    throw refusal(
      `The repository ${repository} has no branch "${branch ?? "HEAD"}". Set the branch that jobs start from.`,
    );
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw refusal(error.code === "repository_not_found" ? missing(repository, error) : error.message, error);
  }
}

/** Git's own words know of no path: whoever has mistyped it has to see which one was looked at. */
function missing(repository: string, error: GitError): string {
  if (hostKindOf(repository) !== "local") return error.message;
  return `No Git repository found at ${fileURLToPath(repository)} on the server. Check the path.`;
}

function refusal(sentence: string, cause?: unknown): AppError {
  return new AppError("invalid_request", sentence, { cause, details: [{ path: "repo", message: sentence }] });
}
