import { AppError } from "@docsteward/contract/error";
import { endpoint } from "#server/http/endpoint.ts";
import { problemResponse } from "#server/http/problem.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";
import { services } from "#server/services.ts";

/** Says whether requests can be served: the database answers. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: async (request) => {
    const requestId = requestIdOf(request);
    try {
      await services().db.$queryRaw`SELECT 1`;
      return Response.json({ status: "ready" }, { headers: apiHeaders(requestId) });
    } catch (cause) {
      return problemResponse(new AppError("unavailable", "The database does not answer.", { cause }), requestId);
    }
  },
});
