export { AGENT_OPERATIONS } from "@docsteward/contract/agent-operations";
export { ANALYTICS_OPERATIONS } from "@docsteward/contract/analytics-operations";
export { MESSAGE_OPERATIONS } from "@docsteward/contract/assistant-message-operations";
export { SITE_OPERATIONS } from "@docsteward/contract/assistant-operations";
export { MCP_OPERATIONS } from "@docsteward/contract/mcp-operations";
export { SOURCE_OPERATIONS } from "@docsteward/contract/source-operations";
export { WIDGET_OPERATIONS } from "@docsteward/contract/widget";
export { V1_OPERATIONS } from "../../app/(v1)/_compat/operations.ts";
