import { endpoint } from "#server/http/endpoint.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";

/** Says that this process answers; it asks nothing of the database. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: async (request) => Response.json({ status: "ok" }, { headers: apiHeaders(requestIdOf(request)) }),
});

export const dynamic = "force-dynamic";
