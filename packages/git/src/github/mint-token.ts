import { appFailures } from "./app-failures.ts";
import { type FoundInstallation, PERMISSIONS } from "./find-installation.ts";
import type { GitHubApp } from "./github-app.ts";
import { GitHubRefusal } from "./github-refusal.ts";
import { fullName, type RepositoryName } from "./repository-name.ts";
import type { InstallationToken } from "./token-cache.ts";

/**
 * Gets a token for one repository.
 *
 * @throws GitError that names what is wrong with the installation
 */
export async function mintToken(
  app: GitHubApp,
  repository: RepositoryName,
  installation: FoundInstallation,
): Promise<InstallationToken> {
  try {
    const { token, expires_at } = await mint(app, installation, {
      repositories: [repository.name],
      permissions: PERMISSIONS,
    });
    return { token, expiresAt: new Date(expires_at) };
  } catch (error) {
    if (error instanceof GitHubRefusal) throw await explain(app, { repository, installation, refusal: error });
    throw error;
  }
}

type Scope = { repositories?: string[]; permissions: Record<string, "read" | "write"> };

const mint = (app: GitHubApp, { id }: FoundInstallation, scope: Scope) =>
  app.asApp((request) =>
    request("POST /app/installations/{installation_id}/access_tokens", { installation_id: id, ...scope }),
  );

type Refused = { repository: RepositoryName; installation: FoundInstallation; refusal: GitHubRefusal };

async function explain(app: GitHubApp, { repository, installation, refusal }: Refused): Promise<Error> {
  const { account, settingsUrl } = installation;
  if (refusal.says(/suspended/i)) return appFailures.suspended(account, settingsUrl);
  if (refusal.status === 404) return appFailures.notInstalled(repository, settingsUrl);
  if (refusal.says(/permission/i)) return appFailures.permissionMissing(account, [], settingsUrl);
  const newName = await findNewName(app, repository, installation);
  return newName === null ? appFailures.notSelected(repository, settingsUrl) : appFailures.renamed(repository, newName);
}

/** GitHub sends who asks for a former name on to the repository. */
async function findNewName(
  app: GitHubApp,
  repository: RepositoryName,
  installation: FoundInstallation,
): Promise<string | null> {
  try {
    const { token } = await mint(app, installation, { permissions: { metadata: "read" } });
    const { owner, name: repo } = repository;
    const found = await app.withToken(token, (request) => request("GET /repos/{owner}/{repo}", { owner, repo }));
    return found.full_name.toLowerCase() === fullName(repository).toLowerCase() ? null : found.full_name;
  } catch (error) {
    if (error instanceof GitHubRefusal) return null;
    throw error;
  }
}
