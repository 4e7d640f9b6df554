import { createGitHubHost, gitHubAccess } from "@docsteward/git/github/create-github-host";
import type { RepositoryAccess } from "@docsteward/git/host";
import { localAccess } from "@docsteward/git/local/access";
import type { SystemContext } from "./context.ts";
import { appFor, type RepositoryUse } from "./repository-use.ts";

/** Which Git host serves a repository: one on this machine has a file address, and GitHub is the only other. */
export function hostKindOf(repository: string): "local" | "github" {
  return repository.startsWith("file:") ? "local" : "github";
}

/**
 * How git reaches a repository, wherever it is. Ask before every call: what it brings is short-lived.
 *
 * @param use the project that uses it; only an address when the project does not exist yet and its creator's access is checked
 * @throws GitError that says what is wrong with the connection to GitHub
 */
export async function repositoryAccess(
  ctx: Pick<SystemContext, "github" | "db">,
  use: RepositoryUse | { repository: string; organizationId: null },
): Promise<RepositoryAccess> {
  const { repository } = use;
  if (hostKindOf(repository) === "local") return localAccess(repository);
  const app = () => (use.organizationId === null ? ctx.github.current() : appFor(ctx, use));
  return createGitHubHost({ app }).access({ repository, ref: "", docsPath: "" });
}

/**
 * How git reads a repository that is a source of a project, with a token that can write nothing.
 *
 * @throws GitError that says what is wrong with the connection to GitHub
 */
export async function sourceAccess(
  ctx: Pick<SystemContext, "github" | "db">,
  use: RepositoryUse,
): Promise<RepositoryAccess> {
  if (hostKindOf(use.repository) === "local") return localAccess(use.repository);
  return gitHubAccess({ app: () => appFor(ctx, use) }, use, "read");
}

/** Notes that a project's repository takes verified commits alone, so that no later job has its first push refused. */
export async function markVerifiedCommits({ db }: SystemContext, { projectId }: { projectId: string }): Promise<void> {
  await db.project.updateMany({ where: { id: projectId }, data: { needsVerifiedCommits: true } });
}
