import { getSessionOperation } from "#app/(v1)/_compat/operations.ts";
import { getSession } from "#app/(v1)/_compat/sessions.ts";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(getSessionOperation, ({ ctx, params }) => getSession(ctx, { id: params.id })),
});
