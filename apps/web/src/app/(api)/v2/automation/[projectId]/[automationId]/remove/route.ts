import { removeAutomationOperation } from "@docsteward/contract/automation-operations";
import { removeAutomation } from "@docsteward/services/automation/define";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(removeAutomationOperation, ({ ctx, params }) => removeAutomation(ctx, params)),
});
