import { followJobOperation } from "@docsteward/contract/agent-operations";
import { followEvents } from "@docsteward/services/job/follow-events";
import { toEventMessage } from "@docsteward/services/job/present-event";
import { endpoint } from "../../../../../../../../server/http/endpoint.ts";
import { handle } from "../../../../../../../../server/http/handle.ts";
import { lastEventIdOf } from "../../../../../../../../server/http/last-event-id.ts";
import { eventStream } from "../../../../../../../../server/http/sse.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(followJobOperation, ({ ctx, params, request, requestId }) =>
    eventStream((signal) => followEvents(ctx, { id: params.id, afterId: lastEventIdOf(request), signal }), {
      requestId,
      signal: request.signal,
      present: toEventMessage,
    }),
  ),
});
