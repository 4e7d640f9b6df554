import { changeAutomationOperation, getAutomationOperation } from "@docsteward/contract/automation-operations";
import { getAutomation } from "@docsteward/services/automation/automation";
import { changeAutomation } from "@docsteward/services/automation/define";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(getAutomationOperation, ({ ctx, params }) => getAutomation(ctx, params)),
  POST: handle(changeAutomationOperation, ({ ctx, params, body: definition }) =>
    changeAutomation(ctx, { ...params, definition }),
  ),
});
