import type { GitHubApp, TokenUse } from "./github-app.ts";
import { appFailures, GitHubRefusal } from "./github-error.ts";
import { type FoundInstallation, PERMISSIONS } from "./installations.ts";
import { fullName, type RepositoryName } from "./repository-name.ts";

/**
 * Gets a token for one repository.
 *
 * @throws GitError that names what is wrong with the installation
 */
export async function mintToken(
  app: GitHubApp,
  repository: RepositoryName,
  installation: FoundInstallation,
  use: TokenUse = "write",
): Promise<InstallationToken> {
  try {
    const { token, expires_at } = await mint(app, installation, {
      repositories: [repository.name],
      permissions: PERMISSIONS[use],
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

/** A token of an installation, good for one repository. */
type InstallationToken = { token: string; expiresAt: Date };

type TokenCache = {
  /** A token that is good for a while yet. Callers at the same time share one. */
  get(name: string): Promise<string>;
  /** Forgets a refused token, but keeps a newer one that another call has fetched meanwhile. */
  drop(name: string, token: string): void;
};

const MAX_MARGIN_MS = 5 * 60_000;
const MAX_ENTRIES = 1_000;

/**
 * Keeps tokens in memory until shortly before they end: five minutes, or a quarter of the life of one that lives shorter.
 *
 * @param options.mint gets a new one
 */
export function createTokenCache(options: {
  now: () => Date;
  mint: (name: string) => Promise<InstallationToken>;
}): TokenCache {
  const { now, mint } = options;
  type Entry = { token: Promise<string>; value: string | null; freshUntilMs: number };
  const entries = new Map<string, Entry>();
  const forget = (name: string, entry: Entry) => void (entries.get(name) === entry && entries.delete(name));

  const renew = (name: string): Promise<string> => {
    const startedMs = now().getTime();
    const entry: Entry = { token: Promise.resolve(""), value: null, freshUntilMs: Number.POSITIVE_INFINITY };
    entry.token = mint(name).then(
      ({ token, expiresAt }) => {
        const lifeMs = expiresAt.getTime() - startedMs;
        entry.freshUntilMs = expiresAt.getTime() - Math.min(MAX_MARGIN_MS, lifeMs / 4);
        entry.value = token;
        return token;
      },
      (error) => {
        forget(name, entry);
        throw error;
      },
    );
    entries.delete(name);
    entries.set(name, entry);
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? "");
    return entry.token;
  };

  return {
    async get(name) {
      const known = entries.get(name);
      return known && now().getTime() < known.freshUntilMs ? known.token : renew(name);
    },
    drop(name, token) {
      const known = entries.get(name);
      if (known?.value === token) forget(name, known);
    },
  };
}
