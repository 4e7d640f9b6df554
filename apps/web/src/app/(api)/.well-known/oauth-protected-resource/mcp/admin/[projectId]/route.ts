import { endpoint } from "#server/http/endpoint.ts";
import { answerResource } from "#server/oauth-route.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint(
  {
    GET: answerResource(({ projectId }) => ({ projectId: String(projectId) })),
  },
  { websites: "any" },
);
