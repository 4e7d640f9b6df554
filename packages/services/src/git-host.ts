import { createGitHubHost, gitHubAccess } from "@docsteward/git/github/create-github-host";
import type { HostKind, RepositoryAccess } from "@docsteward/git/host";
import { localAccess } from "@docsteward/git/local/access";
import { type PlainCredential, plainAccess } from "@docsteward/git/plain/access";
import { isPlainAddress } from "@docsteward/git/plain/address";
import type { SystemContext } from "./context.ts";
import { findCredential, pinHostKeys } from "./repository-credential.ts";
import { appFor, type RepositoryUse } from "./repository-use.ts";

/** Which Git host serves a repository, by its stored address. */
export function hostKindOf(repository: string): HostKind {
  if (repository.startsWith("file:")) return "local";
  return isPlainAddress(repository) ? "git" : "github";
}

/** What reaching a repository needs of the services. */
export type AccessContext = Pick<
  SystemContext,
  "github" | "db" | "keySecret" | "previousKeySecret" | "gitAllowedNetworks"
>;

/** A repository before it belongs to a project, with the credential that a person entered. */
export type NewUse = {
  repository: string;
  organizationId: null;
  credential?: PlainCredential | null;
  onHostKeys?: (lines: string) => void;
};

/**
 * How git reaches a repository, wherever it is. Ask before every call: what it brings is short-lived.
 *
 * @param use the project that uses it; only an address when the project does not exist yet and its creator's access is checked
 * @throws GitError that says what is wrong with the connection to GitHub, or to the Git server
 */
export async function repositoryAccess(ctx: AccessContext, use: RepositoryUse | NewUse): Promise<RepositoryAccess> {
  const { repository } = use;
  const kind = hostKindOf(repository);
  if (kind === "local") return localAccess(repository);
  if (kind === "git") return serverAccess(ctx, use);
  const app = () => (use.organizationId === null ? ctx.github.current() : appFor(ctx, use));
  return createGitHubHost({ app }).access({ repository, ref: "", docsPath: "" });
}

/**
 * How git reads a repository that is a source of a project, with a token that can write nothing where the host has such tokens.
 *
 * @throws GitError that says what is wrong with the connection to GitHub, or to the Git server
 */
export async function sourceAccess(ctx: AccessContext, use: RepositoryUse): Promise<RepositoryAccess> {
  const kind = hostKindOf(use.repository);
  if (kind === "local") return localAccess(use.repository);
  if (kind === "git") return serverAccess(ctx, use);
  return gitHubAccess({ app: () => appFor(ctx, use) }, use, "read");
}

async function serverAccess(ctx: AccessContext, use: RepositoryUse | NewUse): Promise<RepositoryAccess> {
  const { repository, organizationId } = use;
  const { gitAllowedNetworks: allowedNetworks } = ctx;
  if (organizationId === null) {
    const { credential = null, onHostKeys } = use;
    return plainAccess({ repository, credential, allowedNetworks, onHostKeys });
  }
  const place = { organizationId, repository };
  const credential = await findCredential(ctx, place);
  // Of calls at the same time one is the first; where it could not be kept, the next call keeps it.
  const onHostKeys = (knownHosts: string) => void pinHostKeys(ctx, { ...place, knownHosts }).catch(() => undefined);
  return plainAccess({ repository, credential, allowedNetworks, onHostKeys });
}

/** Notes that a project's repository takes verified commits alone, so that no later job has its first push refused. */
export async function markVerifiedCommits({ db }: SystemContext, { projectId }: { projectId: string }): Promise<void> {
  await db.project.updateMany({ where: { id: projectId }, data: { needsVerifiedCommits: true } });
}
