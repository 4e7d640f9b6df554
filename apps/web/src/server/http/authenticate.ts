import type { Operation } from "@docsteward/contract/operation";
import { inProject, type ProjectContext, type SystemContext } from "@docsteward/services/context";
import { authenticate } from "@docsteward/services/key/authenticate";
import { requireProjectForKey } from "@docsteward/services/project/find";
import { identifyReader } from "@docsteward/services/reader-access/reader";
import { REMOTE_ADDRESS_HEADER, requestIdOf } from "./request-headers.ts";

/** Carries the signed token that proves the reader's groups. */
const READER_TOKEN_HEADER = "x-reader-token";

/**
 * Finds out who calls and in which project: the bearer key must open the operation, and it must open the project that the path
 * names, by its id or by its domain.
 *
 * @param options.isCounted false for a call that was counted before
 * @throws AppError as `authenticate`; `not_found` for an unknown project and for one that the key does not open alike
 */
export async function authenticateRequest(
  services: SystemContext,
  request: Request,
  operation: Pick<Operation, "auth" | "scope">,
  path: Record<string, unknown>,
  { isCounted = true }: { isCounted?: boolean } = {},
): Promise<ProjectContext> {
  const address = request.headers.get(REMOTE_ADDRESS_HEADER) ?? undefined;
  const key = await authenticate(services, {
    token: bearerTokenOf(request.headers.get("authorization")),
    kind: operation.auth,
    scope: operation.scope,
    address,
    origin: request.headers.get("origin") ?? undefined,
    isCounted,
  });
  const named = nameProject(operation, path) ?? { projectId: key.projectId ?? "" };
  const project = await requireProjectForKey(services, { key, named });
  const { id: keyId, quotas } = key;
  const actor = { kind: "key", keyId, quotas, address, requestId: requestIdOf(request) } as const;
  const ctx = inProject({ ...services, actor }, project);
  if (operation.auth !== "assistant" || !isCounted) return ctx;
  const token = request.headers.get(READER_TOKEN_HEADER);
  return { ...ctx, reader: await identifyReader(ctx, { key, token }) };
}

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
