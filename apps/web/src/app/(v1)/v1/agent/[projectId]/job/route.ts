import { createSessionOperation } from "#app/(v1)/_compat/operations.ts";
import { streamSession } from "#app/(v1)/_compat/sessions.ts";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(createSessionOperation, ({ ctx, ...call }) => streamSession(ctx, call)),
});
