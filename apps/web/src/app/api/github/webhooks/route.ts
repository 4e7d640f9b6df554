import { acceptGitHubEvent } from "@docsteward/services/github-event/accept";
import { endpoint } from "#server/http/endpoint.ts";
import { problemResponse } from "#server/http/problem.ts";
import { readBytes } from "#server/http/request-body.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";
import { services } from "#server/services.ts";

/** GitHub's largest events are pushes of thousands of commits; a site that misses one is looked at anyway. */
const MAX_BYTES = 5_000_000;

/** Where the GitHub App sends its events: checked and written down here, worked on by the queue. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: async (request) => {
    const requestId = requestIdOf(request);
    try {
      const { headers } = request;
      const status = await acceptGitHubEvent(services(), {
        id: headers.get("x-github-delivery"),
        event: headers.get("x-github-event"),
        signature: headers.get("x-hub-signature-256"),
        body: async () => Buffer.from(await readBytes(request, MAX_BYTES)).toString("utf8"),
      });
      return Response.json({ status }, { status: 202, headers: apiHeaders(requestId) });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  },
});

export const dynamic = "force-dynamic";
