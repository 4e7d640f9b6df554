import type { Operation } from "@docsteward/contract/operation";
import { inProject, type ProjectContext, type SystemContext } from "@docsteward/services/context";
import { authenticate } from "@docsteward/services/key/authenticate";
import { authenticateSignedIn, isAccessToken } from "@docsteward/services/oauth/grant";
import { findSignInServer, type NamedServer } from "@docsteward/services/oauth/request";
import { requireProjectForKey } from "@docsteward/services/project/find";
import { findPublicProject } from "@docsteward/services/project/public";
import { identifyReader } from "@docsteward/services/reader-access/reader";
import { noteCaller } from "../callers.ts";
import { REMOTE_ADDRESS_HEADER, requestIdOf } from "./request-headers.ts";

/** Carries the signed token that proves the reader's groups. */
const READER_TOKEN_HEADER = "x-reader-token";

/**
 * Finds out who calls and in which project: the bearer key must open the operation, and it must open the project that the path
 * names, by its id or by its domain.
 *
 * A request without a key is a visit where the operation and the project are public. It shows the pages that belong to no group, or to
 * one that the reader's token proves.
 *
 * @param options.isCounted false for a call that was counted before
 * @throws AppError as `authenticate`; `not_found` for an unknown project and for one that the key does not open alike
 */
export async function authenticateRequest(
  services: SystemContext,
  request: Request,
  operation: Pick<Operation, "auth" | "scope" | "isPublic" | "signIn">,
  path: Record<string, unknown>,
  { isCounted = true }: { isCounted?: boolean } = {},
): Promise<ProjectContext> {
  const visit = await openVisit(services, request, operation, path);
  if (visit) return visit;
  const address = request.headers.get(REMOTE_ADDRESS_HEADER) ?? undefined;
  const token = bearerTokenOf(request.headers.get("authorization"));
  const server = operation.signIn === "token" ? serverOf(operation, path) : null;
  if (server !== null && token !== undefined && isAccessToken(token)) {
    const ctx = await authenticateSignedIn(services, {
      token,
      named: server,
      address,
      requestId: requestIdOf(request),
    });
    noteCaller(request.headers.get("authorization"), ctx.organization.id);
    return ctx;
  }
  const key = await authenticate(services, {
    token,
    kind: operation.auth,
    scope: operation.scope,
    address,
    origin: request.headers.get("origin") ?? undefined,
    isCounted,
  });
  noteCaller(request.headers.get("authorization"), key.organizationId);
  const named = nameProject(operation, path) ?? { projectId: key.projectId ?? "" };
  const project = await requireProjectForKey(services, { key, named }).catch((error: unknown) => {
    if (isCounted) services.keyUses.noteError(key.id, services.clock.now());
    throw error;
  });
  const { id: keyId, quotas } = key;
  const caller = key.isPlayground ? "other" : request.headers.has("origin") ? "web" : "api";
  const { scopes } = key;
  const actor = { kind: "key", keyId, quotas, scopes, caller, address, requestId: requestIdOf(request) } as const;
  const ctx = inProject({ ...services, actor }, project);
  if (operation.auth !== "assistant" || !isCounted) return ctx;
  const readerToken = request.headers.get(READER_TOKEN_HEADER);
  return { ...ctx, reader: await identifyReader(ctx, { key, token: readerToken }) };
}

/** The MCP server that a path names, as people sign in to it. */
export function serverOf({ auth }: Pick<Operation, "auth">, path: Record<string, unknown>): NamedServer {
  return auth === "admin" ? { projectId: String(path.projectId) } : { domain: String(path.domain) };
}

async function openVisit(
  services: SystemContext,
  request: Request,
  { isPublic, signIn }: Pick<Operation, "isPublic" | "signIn">,
  path: Record<string, unknown>,
): Promise<ProjectContext | null> {
  if (!isPublic || request.headers.has("authorization")) return null;
  const domain = String(path.domain);
  const project =
    (await findPublicProject(services, { domain })) ??
    (signIn === "open" ? (await findSignInServer(services, { domain }))?.project : null) ??
    null;
  if (project === null) return null;
  const address = request.headers.get(REMOTE_ADDRESS_HEADER) ?? undefined;
  const ctx = inProject({ ...services, actor: { kind: "visitor", address, requestId: requestIdOf(request) } }, project);
  const token = request.headers.get(READER_TOKEN_HEADER);
  return { ...ctx, reader: await identifyReader(ctx, { key: NO_KEY, token }) };
}

/** What a visitor has of a key. */
const NO_KEY = { groups: [], isPlayground: false };

/** The project that a path names; null where the key alone says which one is meant. */
function nameProject({ auth }: Pick<Operation, "auth">, { projectId, domain }: Record<string, unknown>) {
  if (auth === "admin") return { projectId: String(projectId) };
  return domain === undefined ? null : { domain: String(domain) };
}

/** The token of an `Authorization: Bearer …` header; undefined without one. */
export function bearerTokenOf(header: string | null): string | undefined {
  const [scheme = "", token, ...more] = (header ?? "").split(" ").filter((part) => part !== "");
  return scheme.toLowerCase() === "bearer" && more.length === 0 ? token : undefined;
}
