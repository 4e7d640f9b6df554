import { runAutomationOperation } from "@docsteward/contract/automation-operations";
import { runAutomation } from "@docsteward/services/automation/trigger";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(runAutomationOperation, ({ ctx, params }) => runAutomation(ctx, params)),
});
