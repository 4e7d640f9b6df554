import type { Operation } from "@docsteward/contract/operation";
import type { ServiceContext, Services } from "@docsteward/services/context";
import { authenticate } from "@docsteward/services/key/authenticate";
import { requireProjectForKey } from "@docsteward/services/project/require-for-key";
import { REMOTE_ADDRESS_HEADER } from "./remote-address.ts";

/**
 * Finds out who calls and in which project: the bearer key must open the operation, and its organization must own the project.
 *
 * @throws AppError as `authenticate`; `not_found` for an unknown project and for another organization's alike
 */
export async function bearer(
  services: Services,
  request: Request,
  operation: Pick<Operation, "auth" | "scope">,
  projectId: string,
): Promise<ServiceContext> {
  const key = await authenticate(services, {
    token: tokenOf(request.headers.get("authorization")),
    kind: operation.auth,
    scope: operation.scope,
    address: request.headers.get(REMOTE_ADDRESS_HEADER) ?? undefined,
    origin: request.headers.get("origin") ?? undefined,
  });
  const project = await requireProjectForKey(services, { key, projectId });
  return { ...services, project, actor: { kind: "key", keyId: key.id } };
}

function tokenOf(header: string | null): string | undefined {
  return /^bearer +(\S+)$/i.exec(header?.trim() ?? "")?.[1];
}
