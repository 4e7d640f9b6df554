import { endpoint } from "../../../../../../../server/http/endpoint.ts";
import { handle } from "../../../../../../../server/http/handle.ts";
import { getSession } from "../../../../../_compat/get-session.ts";
import { getSessionOperation } from "../../../../../_compat/operations.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(getSessionOperation, ({ ctx, params }) => getSession(ctx, { id: params.id })),
});
