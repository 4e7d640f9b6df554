import { endpoint } from "../../../../../../server/http/endpoint.ts";
import { handle } from "../../../../../../server/http/handle.ts";
import { createSessionOperation } from "../../../../_compat/operations.ts";
import { streamSession } from "../../../../_compat/stream-session.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(createSessionOperation, ({ ctx, ...call }) => streamSession(ctx, call)),
});
