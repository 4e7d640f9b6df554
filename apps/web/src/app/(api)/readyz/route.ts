import { AppError } from "@docsteward/contract/error";
import { getReadiness } from "@docsteward/services/readiness";
import { endpoint } from "#server/http/endpoint.ts";
import { problemResponse } from "#server/http/problem.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";
import { services } from "#server/services.ts";

/** Says whether requests can be served: the database answers. How the rest is stands beside it, for people and monitors. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: async (request) => {
    const requestId = requestIdOf(request);
    try {
      await services().db.$queryRaw`SELECT 1`;
      const body = { status: "ready", database: "ok", ...(await getReadiness(services())) };
      return Response.json(body, { headers: apiHeaders(requestId) });
    } catch (cause) {
      return problemResponse(new AppError("unavailable", "The database does not answer.", { cause }), requestId);
    }
  },
});
