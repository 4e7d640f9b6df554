import { installationHas } from "../auth/installation-has.ts";
import { GitHubError } from "../github-error.ts";
import { newSecret } from "../new-secret.ts";
import type { Installation, Permissions, Repository, State } from "../state.ts";

export type TokenRequest = { repositories?: string[]; repository_ids?: number[]; permissions?: Permissions };

export type MintedToken = {
  value: string;
  expiresAt: Date;
  permissions: Permissions;
  repositories: Repository[] | null;
};

/** Mints a token of an installation, for what is asked and never for more than the installation has. */
export function mintToken(state: State, installation: Installation, request: TokenRequest): MintedToken {
  if (installation.suspendedAt) throw new GitHubError(403, "This installation has been suspended");
  const permissions = request.permissions ?? installation.permissions;
  const isGranted = Object.entries(permissions).every(([name, access]) => {
    const had = installation.permissions[name];
    return had === "write" || had === access;
  });
  if (!isGranted) throw new GitHubError(422, "The permissions requested are not granted to this installation.");
  const repositories = chooseRepositories(state, installation, request);
  const expiresAt = new Date(state.now().getTime() + state.tokenLifetimeMs);
  const value = newSecret("ghs_");
  state.tokens.set(value, {
    kind: "installation",
    installationId: installation.id,
    permissions: { metadata: "read", ...permissions },
    repositoryIds: repositories?.map(({ id }) => id) ?? null,
    expiresAt,
  });
  return { value, expiresAt, permissions: { metadata: "read", ...permissions }, repositories };
}

function chooseRepositories(state: State, installation: Installation, request: TokenRequest): Repository[] | null {
  if (!request.repositories && !request.repository_ids) return null;
  const reached = [...state.repositories.values()].filter((one) => installationHas(installation, one));
  const chosen = [
    ...(request.repositories ?? []).map((name) => reached.find((one) => one.name.toLowerCase() === name.toLowerCase())),
    ...(request.repository_ids ?? []).map((id) => reached.find((one) => one.id === id)),
  ];
  const known = chosen.flatMap((one) => (one ? [one] : []));
  if (known.length === chosen.length) return known;
  throw new GitHubError(
    422,
    "There is at least one repository that does not exist or is not accessible to the parent installation.",
  );
}
