export { AGENT_OPERATIONS } from "@docsteward/contract/agent-operations";
export { V1_OPERATIONS } from "../../app/(v1)/_compat/operations.ts";
