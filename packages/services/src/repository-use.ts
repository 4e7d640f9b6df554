import type { Project } from "@docsteward/db/client";
import { GitError } from "@docsteward/git/error";
import type { GitHubApp } from "@docsteward/git/github/github-app";
import { parseRepositoryName } from "@docsteward/git/github/repository-name";
import { isPlainAddress } from "@docsteward/git/plain/address";
import type { SystemContext } from "./context.ts";

/** A repository, and the project that wants to use it. */
export type RepositoryUse = NamedRepository & Pick<Project, "organizationId" | "grantedAccount">;

/** The use that a project's job, or pull request, makes of its repository, which may be an earlier one of the project. */
export function useOf(project: RepositoryUse, named: NamedRepository): RepositoryUse {
  const { organizationId, grantedAccount } = project;
  return { organizationId, grantedAccount, ...named };
}

/**
 * The App, for a project that may use a repository now. An installation serves one organization here, and that can change while jobs
 * run: owners assign it to another one, or the repository moves to an account whose installation is another's. So it is asked
 * before every call, whatever tokens are remembered. What an operator gave a project at the command line is good for the account that
 * owned the repository then.
 *
 * What no installation is known to see is GitHub's to refuse.
 *
 * @throws GitError `access_denied` when the repository belongs to another organization here
 */
export async function appFor(
  { db, github }: Pick<SystemContext, "db" | "github">,
  use: RepositoryUse,
): Promise<GitHubApp | null> {
  const app = await github.current();
  if (app === null) return null;
  const name = parseRepositoryName(use.repository, app.webUrl);
  const fullName = name ? `${name.owner}/${name.name}` : "";
  const known = await db.gitHubRepository.findMany({
    // By its address, too: another repository may have the name that this one had.
    where: {
      OR: [
        { fullName: { equals: fullName, mode: "insensitive" } },
        ...(use.hostRepositoryId === null ? [] : [{ id: use.hostRepositoryId }]),
      ],
    },
    select: { installation: { select: { organizationId: true, account: true } } },
  });
  const isGiven = known.every(
    ({ installation: { organizationId, account } }) =>
      organizationId === use.organizationId || account.toLowerCase() === use.grantedAccount?.toLowerCase(),
  );
  if (isGiven) return app;
  throw new GitError(
    "access_denied",
    `This organization no longer has access to the repository ${fullName}: its GitHub account is assigned to another organization. Ask an owner of the installation's first organization, or choose another repository.`,
  );
}

/** Whether a project may use a repository now, as far as is known here. */
export async function mayUse(ctx: Pick<SystemContext, "db" | "github">, use: RepositoryUse): Promise<boolean> {
  try {
    return (await appFor(ctx, use)) !== null;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

/** A repository as rows name it: its address now, and its host's own name of it where that is known. */
export type NamedRepository = { repository: string; hostRepositoryId: string | null };

/**
 * Names a repository for good: a rename does not change it, and another repository that gets the same address later has another one.
 * A number of a pull request means nothing without it.
 */
export function repositoryKey({ repository, hostRepositoryId }: NamedRepository): string {
  if (hostRepositoryId !== null) return `github:${hostRepositoryId}`;
  // Only GitHub takes names in upper and lower case for the same.
  return repository.startsWith("file:") || isPlainAddress(repository) ? repository : repository.toLowerCase();
}
