import { findRepository, hasPermission, roleOf, tokenReaches } from "../auth/permissions.ts";
import { GitHubError, notFound } from "../github-error.ts";
import type { Access, Caller, Repository, State } from "../state.ts";
import type { Answer } from "./http.ts";

export type ApiRequest = {
  state: State;
  caller: Caller;
  params: Record<string, string>;
  /** Below `/api/v3`. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** The one that the path names, where it names one that the caller may see. */
  repository: Repository;
};

export type Need = readonly [permission: string, access: "read" | "write"];

export type Route = {
  /** As OpenAPI writes it. */
  operation: string;
  /** Who may ask. Anyone is let in who may see what the path names. */
  by: "app" | "installation" | "anyone";
  /** What an installation's token has to be good for. */
  needs?: Need | ((request: Pick<ApiRequest, "params" | "repository">) => Need);
  answer(request: ApiRequest): Answer | Promise<Answer>;
};

/** Names of branches and refs hold slashes; clients send them as they are, or escaped. */
const LONG = new Set(["ref", "branch", "path", "basehead"]);

export function toPattern(operation: string): RegExp {
  const path = operation.slice(operation.indexOf(" ") + 1);
  const pattern = path.replaceAll(
    /\{(\w+)\}/g,
    (_all, name: string) => `(?<${name}>${LONG.has(name) ? ".+" : "[^/]+"})`,
  );
  return new RegExp(`^${pattern}$`);
}

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
  const needs = typeof route.needs === "function" ? route.needs({ params, repository }) : route.needs;
  const [permission, access] = needs ?? ["metadata", "read"];
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

/** The page of a list that was asked for, with the Link header that leads to its neighbours. */
export function paginate<Item>(
  { query, state, path }: ApiRequest,
  all: readonly Item[],
  present: (page: Item[]) => unknown,
): Answer {
  const size = Math.min(100, Math.max(1, Number(query.get("per_page") ?? 30) || 30));
  const number = Math.max(1, Number(query.get("page") ?? 1) || 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (page: number, rel: string) => {
    const asked = new URLSearchParams(query);
    asked.set("page", `${page}`);
    return `<${state.url}/api/v3${path}?${asked}>; rel="${rel}"`;
  };
  const links = [
    ...(number > 1 ? [link(number - 1, "prev"), link(1, "first")] : []),
    ...(number < last ? [link(number + 1, "next"), link(last, "last")] : []),
  ];
  return {
    status: 200,
    body: present(all.slice((number - 1) * size, number * size)),
    headers: links.length > 0 ? { link: links.join(", ") } : {},
  };
}
