import { triggerAutopilotOperation } from "@docsteward/contract/automation-operations";
import { createJob } from "@docsteward/services/job/create";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(triggerAutopilotOperation, async ({ ctx, body }) => {
    const { job } = await createJob(ctx, body);
    return { success: true as const, jobId: job.id };
  }),
});
