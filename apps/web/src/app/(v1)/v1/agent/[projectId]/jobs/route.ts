import { endpoint } from "../../../../../../server/http/endpoint.ts";
import { handle } from "../../../../../../server/http/handle.ts";
import { listSessions } from "../../../../_compat/list-sessions.ts";
import { listSessionsOperation } from "../../../../_compat/operations.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(listSessionsOperation, ({ ctx, query }) => listSessions(ctx, query)),
});
