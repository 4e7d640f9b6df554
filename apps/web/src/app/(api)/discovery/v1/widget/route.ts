import { getWidgetOperation } from "@docsteward/contract/widget";
import { getWidgetConfig } from "@docsteward/services/widget";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(getWidgetOperation, ({ ctx }) => getWidgetConfig(ctx)),
});
