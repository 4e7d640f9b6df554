import { searchClickOperation } from "@docsteward/contract/analytics-operations";
import { reportSearchClick } from "@docsteward/services/analytics/searches";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(searchClickOperation, ({ ctx, body }) => reportSearchClick(ctx, body)),
});
