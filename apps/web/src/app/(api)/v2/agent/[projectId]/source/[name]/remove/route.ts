import { removeSourceOperation } from "@docsteward/contract/source-operations";
import { removeSource } from "@docsteward/services/source";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(removeSourceOperation, ({ ctx, params }) => removeSource(ctx, params)),
});
