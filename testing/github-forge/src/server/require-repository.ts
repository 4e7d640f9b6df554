import { findRepository } from "../auth/find-repository.ts";
import { roleOf } from "../auth/role-of.ts";
import { hasPermission, tokenReaches } from "../auth/token-allows.ts";
import { GitHubError, notFound } from "../github-error.ts";
import type { Access, Caller, Repository } from "../state.ts";
import type { ApiRequest, Route } from "./route.ts";

/**
 * The repository that a path names, for a caller who may do there what the route does.
 *
 * @throws GitHubError in the order GitHub looks: not found, moved, suspended, SAML, permission, archived
 */
export function requireRepository(request: Omit<ApiRequest, "repository">, route: Route): Repository {
  const { state, caller, params, path } = request;
  const found = findRepository(state, params.owner ?? "", params.repo ?? "");
  if (!found || !maySee(caller, found.repository)) throw notFound();
  const { repository, isRenamed } = found;
  if (isRenamed) {
    const rest = path.split("/").slice(4).join("/");
    const location = `${state.url}/api/v3/repositories/${repository.id}${rest === "" ? "" : `/${rest}`}`;
    throw new GitHubError(route.operation.startsWith("GET ") ? 301 : 307, "Moved Permanently", {
      headers: { location },
    });
  }
  if (caller.kind === "app") return repository;
  if (caller.kind === "installation" && caller.installation.suspendedAt) {
    throw new GitHubError(403, "This installation has been suspended");
  }
  if (repository.hasSamlWall && caller.kind !== "anonymous") throw samlWall(repository);
  const [permission, access] = route.needs ?? ["metadata", "read"];
  if (!mayDo(caller, repository, { permission, access })) {
    throw new GitHubError(403, "Resource not accessible by integration");
  }
  if (repository.isArchived && access === "write")
    throw new GitHubError(403, "Repository was archived so is read-only.");
  return repository;
}

function maySee(caller: Caller, repository: Repository): boolean {
  if (caller.kind === "app" || !repository.isPrivate) return true;
  if (caller.kind === "installation") return tokenReaches(caller, repository);
  return caller.kind === "person" && roleOf(repository, caller.account.login) !== "none";
}

function mayDo(
  caller: Caller,
  repository: Repository,
  { permission, access }: { permission: string; access: Access },
): boolean {
  if (caller.kind === "installation") {
    return tokenReaches(caller, repository) ? hasPermission(caller, permission, access) : access === "read";
  }
  if (access === "read") return true;
  return caller.kind === "person" && ["write", "admin"].includes(roleOf(repository, caller.account.login));
}

function samlWall({ owner }: Repository): GitHubError {
  const text =
    "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.";
  return new GitHubError(403, text, { headers: { "x-github-sso": `required; url=/orgs/${owner.login}/sso` } });
}
