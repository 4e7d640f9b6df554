import { changeSourceOperation } from "@docsteward/contract/source-operations";
import { changeSource } from "@docsteward/services/source";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(changeSourceOperation, ({ ctx, params, body }) =>
    changeSource(ctx, { name: params.name, change: body }),
  ),
});
