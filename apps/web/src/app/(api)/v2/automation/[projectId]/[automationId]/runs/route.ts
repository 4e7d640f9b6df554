import { listAutomationRunsOperation } from "@docsteward/contract/automation-operations";
import { listAutomationRuns } from "@docsteward/services/automation/automation";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(listAutomationRunsOperation, ({ ctx, params, query }) =>
    listAutomationRuns(ctx, { ...params, ...query }),
  ),
});
