import { followJobOperation } from "@docsteward/contract/agent-operations";
import { toEventMessage } from "@docsteward/services/job/events";
import { followEvents } from "@docsteward/services/job/follow";
import { endpoint } from "#server/http/endpoint.ts";
import { eventStream, lastEventIdOf } from "#server/http/event-stream.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(followJobOperation, ({ ctx, params, request, requestId }) =>
    eventStream((signal) => followEvents(ctx, { id: params.id, afterId: lastEventIdOf(request), signal }), {
      requestId,
      signal: request.signal,
      present: toEventMessage,
    }),
  ),
});
