import { listSessionsOperation } from "#app/(v1)/_compat/operations.ts";
import { listSessions } from "#app/(v1)/_compat/sessions.ts";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(listSessionsOperation, ({ ctx, query }) => listSessions(ctx, query)),
});
