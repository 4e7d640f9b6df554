import type { Access, Caller, Repository } from "../state.ts";
import { installationHas } from "./installation-has.ts";

/** Whether an installation's token reaches a repository and is good for what is asked. */
export function tokenAllows(
  caller: Caller & { kind: "installation" },
  repository: Repository,
  permission: string,
  access: Access,
): boolean {
  return tokenReaches(caller, repository) && hasPermission(caller, permission, access);
}

/** Whether the installation has the repository and its token was not made for others alone. */
export function tokenReaches(
  { installation, token }: Caller & { kind: "installation" },
  repository: Repository,
): boolean {
  return installationHas(installation, repository) && (token.repositoryIds?.includes(repository.id) ?? true);
}

/** Of the permissions that the token was given, what the installation still has. */
export function hasPermission(
  { installation, token }: Caller & { kind: "installation" },
  permission: string,
  access: Access,
): boolean {
  if (permission === "metadata" && access === "read") return true;
  return [token.permissions, installation.permissions].every((permissions) =>
    access === "read" ? permission in permissions : permissions[permission] === "write",
  );
}
