import { addSourceOperation, listSourcesOperation } from "@docsteward/contract/source-operations";
import { addSource, listSources } from "@docsteward/services/source";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(listSourcesOperation, ({ ctx }) => listSources(ctx)),
  POST: handle(addSourceOperation, ({ ctx, body }) => addSource(ctx, body)),
});
