import { feedbackByPageOperation } from "@docsteward/contract/analytics-operations";
import { countFeedbackByPage } from "@docsteward/services/analytics/feedback";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(feedbackByPageOperation, ({ ctx, query }) => countFeedbackByPage(ctx, query)),
});
