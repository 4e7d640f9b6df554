import { acceptSlackCommand } from "@docsteward/services/slack/ask";
import { endpoint } from "#server/http/endpoint.ts";
import { problemResponse } from "#server/http/problem.ts";
import { readBytes } from "#server/http/request-body.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";
import { services } from "#server/services.ts";
import { shutdownSignal } from "#server/shutdown.ts";

const MAX_BYTES = 100_000;

/** Where a Slack app sends the questions of its command. The answer follows on its own. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: async (request, { params }) => {
    const requestId = requestIdOf(request);
    try {
      const { headers } = request;
      const { reply } = await acceptSlackCommand(services(), {
        projectId: String((await params)?.projectId).slice(0, 100),
        timestamp: headers.get("x-slack-request-timestamp"),
        signature: headers.get("x-slack-signature"),
        body: async () => Buffer.from(await readBytes(request, MAX_BYTES)).toString("utf8"),
        signal: shutdownSignal(),
      });
      if (reply === null) return new Response(null, { headers: apiHeaders(requestId) });
      return Response.json(reply, { headers: apiHeaders(requestId) });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  },
});

export const dynamic = "force-dynamic";
