import type { SystemContext } from "@docsteward/services/context";
import { isOAuthError, OAuthError } from "@docsteward/services/oauth/oauth-error";
import { findSignInServer, type NamedServer } from "@docsteward/services/oauth/request";
import { countByNetwork } from "@docsteward/services/sign-in/with-password";
import { endpoint, type RouteHandler, unknownRoute } from "./http/endpoint.ts";
import { problemResponse, toProblem } from "./http/problem.ts";
import { readBytes } from "./http/request-body.ts";
import { requestIdOf } from "./http/request-headers.ts";
import { ANY_WEBSITE, apiHeaders } from "./http/response-headers.ts";
import { protectedResourceMetadata } from "./oauth-server.ts";
import { services } from "./services.ts";

const MAX_FORM = 16_000;
/** Of each network in 15 minutes, of each endpoint: an office has many programs, and each needs tokens twice an hour. */
const PER_NETWORK = 600;

/** Answers with the description of the server that a path names; 404 where nobody can sign in, as for one that does not exist. */
export function answerResource(nameServer: (path: Record<string, unknown>) => NamedServer): RouteHandler {
  return async (request, context) => {
    try {
      const found = await findSignInServer(services(), nameServer((await context.params) ?? {}));
      return found
        ? publicJson(protectedResourceMetadata(services(), found), request)
        : unknownRoute.GET(request, context);
    } catch (error) {
      return problemResponse(error, requestIdOf(request));
    }
  };
}

/** A document that every program may read. */
export function publicJson(value: object, request: Request): Response {
  const headers = { ...apiHeaders(requestIdOf(request)), ...ANY_WEBSITE, "Cache-Control": "public, max-age=300" };
  return Response.json(value, { headers });
}

/**
 * A route that programs without a secret call, in any browser or none: with a form (RFC 6749) or JSON (RFC 7591). Calls are counted by
 * network, and refusals are in the protocol's own words.
 */
export function oauthRoute(
  { name, takes }: { name: string; takes: "form" | "json" },
  answer: (ctx: SystemContext, body: Record<string, unknown>) => Promise<Response | object>,
) {
  const post: RouteHandler = async (request) => {
    const requestId = requestIdOf(request);
    const headers = { ...apiHeaders(requestId), ...ANY_WEBSITE, Pragma: "no-cache" };
    try {
      await countByNetwork(services(), { what: `oauth-${name}`, headers: request.headers, quota: PER_NETWORK });
      const result = await answer(services(), await readBody(request, takes));
      if (!(result instanceof Response)) return Response.json(result, { headers });
      for (const [header, value] of Object.entries(headers)) result.headers.set(header, value);
      return result;
    } catch (error) {
      return refusal(error, { requestId, headers });
    }
  };
  return endpoint({ POST: post }, { websites: "any" });
}

async function readBody(request: Request, takes: "form" | "json"): Promise<Record<string, unknown>> {
  const [type = ""] = (request.headers.get("content-type") ?? "").toLowerCase().split(";", 1);
  const wanted = takes === "form" ? "application/x-www-form-urlencoded" : "application/json";
  if (type.trim() !== wanted) throw new OAuthError("invalid_request", `Send the body as ${wanted}.`);
  const text = Buffer.from(await readBytes(request, MAX_FORM)).toString("utf8");
  if (takes === "json") return parseObject(text);
  const fields = [...new URLSearchParams(text)];
  const names = fields.map(([field]) => field);
  if (new Set(names).size < names.length) throw new OAuthError("invalid_request", "Send each field once.");
  return Object.fromEntries(fields);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new OAuthError("invalid_client_metadata", "The body isn't a JSON object.");
}

function refusal(
  error: unknown,
  { requestId, headers }: { requestId: string; headers: Record<string, string> },
): Response {
  if (isOAuthError(error)) {
    const status = error.code === "invalid_client" ? 401 : 400;
    return Response.json({ error: error.code, error_description: error.message }, { status, headers });
  }
  const { body, appError } = toProblem(error, requestId);
  const { retryAfterSeconds } = appError?.options ?? {};
  const isWait = body.status === 429 || body.status === 503;
  const code = isWait ? "temporarily_unavailable" : body.status < 500 ? "invalid_request" : "server_error";
  const retry = retryAfterSeconds && { "Retry-After": String(Math.ceil(retryAfterSeconds)) };
  return Response.json(
    { error: code, error_description: body.error },
    { status: body.status, headers: { ...headers, ...retry } },
  );
}
