import { rotateAutomationSecretOperation } from "@docsteward/contract/automation-operations";
import { rotateAutomationSecret } from "@docsteward/services/automation/define";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(rotateAutomationSecretOperation, ({ ctx, params }) => rotateAutomationSecret(ctx, params)),
});
