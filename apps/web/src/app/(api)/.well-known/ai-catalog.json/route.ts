import { listPublicDomains } from "@docsteward/services/project/public";
import { endpoint } from "#server/http/endpoint.ts";
import { problemResponse } from "#server/http/problem.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { catalogResponse } from "#server/mcp-card.ts";
import { services } from "#server/services.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: async (request) => {
    try {
      return catalogResponse(services(), { domains: await listPublicDomains(services()), request });
    } catch (error) {
      return problemResponse(error, requestIdOf(request));
    }
  },
});
