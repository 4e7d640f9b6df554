import type { IncomingMessage, ServerResponse } from "node:http";
import { APP_ROUTES, MANIFEST_ROUTES } from "../api/app-routes.ts";
import { CHECK_ROUTES } from "../api/check-routes.ts";
import { COMMENT_ROUTES } from "../api/comment-routes.ts";
import { GIT_ROUTES } from "../api/git-routes.ts";
import { PULL_ROUTES } from "../api/pull-routes.ts";
import { REPOSITORY_ROUTES } from "../api/repository-routes.ts";
import { findCaller } from "../auth/authenticate.ts";
import { accountOf } from "../auth/permissions.ts";
import { delayFault, takeFault, toFaultAnswer } from "../faults.ts";
import { GitHubError, notFound } from "../github-error.ts";
import { fullName } from "../present/repository.ts";
import type { Caller, State } from "../state.ts";
import { type Answer, readJson, sendAnswer, toErrorAnswer } from "./http.ts";
import { type ApiRequest, type Route, requireRepository, toPattern } from "./route.ts";

/** All that the API answers. */
const API_ROUTES: Route[] = [
  ...APP_ROUTES,
  ...MANIFEST_ROUTES,
  ...REPOSITORY_ROUTES,
  ...PULL_ROUTES,
  ...COMMENT_ROUTES,
  ...CHECK_ROUTES,
  ...GIT_ROUTES,
];

export const API_PREFIX = "/api/v3";

const ROUTES = API_ROUTES.map((route) => ({
  route,
  method: route.operation.split(" ", 1)[0],
  pattern: toPattern(route.operation),
}));

/** Answers the REST API, faults first, and keeps what was asked and answered. */
export async function serveApi(state: State, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(message.url ?? "/", "http://forge");
  const path = byName(state, pathname.slice(API_PREFIX.length));
  const found = findRoute(message.method ?? "GET", path);
  const operation = found?.route.operation ?? `${message.method} ${path}`;
  const body = await readJson(message);
  const asked: Asked = { state, path, query, body, authorization: message.headers.authorization };

  const fault = takeFault(state, operation, subjectOf(state, path, body));
  if (fault?.kind === "cut") return void response.destroy();
  if (fault) await delayFault(fault);
  const { answer, caller } = (fault && faultAnswer(fault, state)) ?? (await answerSafely(asked, found));
  state.exchanges.push({
    operation,
    path,
    query: Object.fromEntries(query),
    body,
    status: answer.status,
    answer: answer.body,
    caller,
  });
  if (fault?.kind === "cut_after") return void response.destroy();
  sendAnswer(response, { ...answer, headers: { ...limitHeaders(state), ...answer.headers } });
}

type Asked = Pick<ApiRequest, "state" | "path" | "query"> & { body: unknown; authorization: string | undefined };
type Found = { route: Route; params: Record<string, string> };

/** The repository that a call is about: by its path, or the one that it asks a token for. */
function subjectOf(state: State, path: string, body: unknown): string | null {
  const [, named] = path.match(/^\/repos\/([^/]+\/[^/]+)/) ?? [];
  if (named) return named;
  const [, installationId] = path.match(/^\/app\/installations\/(\d+)\/access_tokens$/) ?? [];
  const account = state.installations.get(Number(installationId))?.account.login;
  const [name] = (body as { repositories?: string[] } | undefined)?.repositories ?? [];
  return account && name ? `${account}/${name}` : null;
}

/** The path of a repository that is named by its number, which stays when it is renamed. */
function byName(state: State, path: string): string {
  const [, id, rest = ""] = path.match(/^\/repositories\/(\d+)(\/.*)?$/) ?? [];
  const repository = state.repositories.get(Number(id));
  return repository ? `/repos/${fullName(repository)}${rest}` : path;
}

function findRoute(method: string, path: string): Found | null {
  for (const { route, method: taken, pattern } of ROUTES) {
    const match = taken === method ? path.match(pattern) : null;
    if (!match) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { route, params: Object.fromEntries(params) };
  }
  return null;
}

function faultAnswer(fault: Parameters<typeof toFaultAnswer>[0], state: State) {
  const answer = toFaultAnswer(fault, state.now());
  return answer && { answer, caller: "" };
}

/** The answer of a route, refusals included. */
async function answerSafely(asked: Asked, found: Found | null): Promise<{ answer: Answer; caller: string }> {
  let caller: Caller = { kind: "anonymous" };
  try {
    caller = findCaller(asked.state, asked.authorization);
    if (!found) throw notFound();
    return { answer: await answerRoute(asked, found, caller), caller: nameOf(caller) };
  } catch (error) {
    if (error instanceof GitHubError) return { answer: toErrorAnswer(error), caller: nameOf(caller) };
    throw error;
  }
}

async function answerRoute(asked: Asked, { route, params }: Found, caller: Caller): Promise<Answer> {
  if (route.by === "app" && caller.kind !== "app") throw new GitHubError(401, "A JSON web token could not be decoded");
  if (route.by !== "app" && caller.kind === "app") throw new GitHubError(403, "Resource not accessible by integration");
  if (route.by === "installation" && caller.kind !== "installation") {
    throw new GitHubError(
      403,
      "You must authenticate with an installation access token in order to list repositories for an installation.",
    );
  }
  const { body } = asked;
  const request = {
    ...asked,
    caller,
    params,
    body: typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {},
  };
  if (!route.operation.includes("{repo}")) {
    if (caller.kind === "installation" && caller.installation.suspendedAt) {
      throw new GitHubError(403, "This installation has been suspended");
    }
    // No route without a repository in its path looks at one.
    return route.answer({ ...request, repository: undefined as never });
  }
  return route.answer({ ...request, repository: requireRepository(request, route) });
}

function nameOf(caller: Caller): string {
  return caller.kind === "app" || caller.kind === "installation" || caller.kind === "anonymous"
    ? caller.kind
    : accountOf(caller).login;
}

function limitHeaders(state: State): Record<string, string> {
  return {
    "x-github-media-type": "github.v3; format=json",
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "4999",
    "x-ratelimit-used": "1",
    "x-ratelimit-resource": "core",
    "x-ratelimit-reset": `${Math.ceil(state.now().getTime() / 1000) + 3600}`,
  };
}
