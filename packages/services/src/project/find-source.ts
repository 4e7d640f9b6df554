import { AppError } from "@docsteward/contract/error";
import { GitError } from "@docsteward/git/error";
import { describeRepository } from "@docsteward/git/github/describe-repository";
import { parseRepositoryName } from "@docsteward/git/github/repository-name";
import type { Services } from "../context.ts";
import { hostKindOf } from "../git-host/host-kind.ts";
import { checkRepository } from "./check-repository.ts";
import { toRepositoryUrl } from "./to-repository-url.ts";

/** Where a project's pages come from, as its row keeps it. */
export type ProjectSource = {
  host: "local" | "github";
  repository: string;
  hostRepositoryId: string | null;
  baseRef: string;
};

/**
 * Finds the repository that a person means, and makes sure that jobs can work on it.
 *
 * @throws AppError `invalid_request` with what is wrong and what to do
 */
export async function findSource(services: Services, input: { repo: string; ref?: string }): Promise<ProjectSource> {
  const app = await services.github.current();
  const given = toRepositoryUrl(input.repo, app?.webUrl ?? services.github.webUrl);
  const host = hostKindOf(given);
  const name = app && host === "github" ? parseRepositoryName(given, app.webUrl) : null;
  try {
    // By the name it has now: who is given a former one is sent on.
    const found = app && name ? await describeRepository(app, name) : null;
    if (found?.isArchived) throw archived(found.fullName);
    const repository = found?.address ?? given;
    const baseRef = await checkRepository(services, {
      use: { repository, organizationId: null },
      ref: input.ref,
    });
    return { host, repository, hostRepositoryId: found?.id ?? null, baseRef };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new AppError("invalid_request", error.message, {
      cause: error,
      details: [{ path: "repo", message: error.message }],
    });
  }
}

function archived(name: string): GitError {
  return new GitError(
    "repository_archived",
    `The repository ${name} is archived and read-only. Unarchive it, or choose another one.`,
  );
}
