import { createAutomationOperation, listAutomationsOperation } from "@docsteward/contract/automation-operations";
import { listAutomations } from "@docsteward/services/automation/automation";
import { createAutomation } from "@docsteward/services/automation/define";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(listAutomationsOperation, ({ ctx }) => listAutomations(ctx)),
  POST: handle(createAutomationOperation, ({ ctx, body }) => createAutomation(ctx, body)),
});
