import { triggerWorkflowOperation } from "@docsteward/contract/automation-operations";
import { triggerAutomation } from "@docsteward/services/automation/trigger";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(triggerWorkflowOperation, ({ ctx, params }) =>
    triggerAutomation(ctx, { automationId: params.schemaId }),
  ),
});
