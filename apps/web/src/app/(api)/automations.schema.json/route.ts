import { automationsJsonSchema } from "@docsteward/contract/automation";
import { endpoint } from "#server/http/endpoint.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";
import { jsonResponse } from "#server/http/responses.ts";

/** The JSON Schema of `.docsteward/automations.yml`, for editors. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: async (request) => {
    const headers = { ...apiHeaders(requestIdOf(request)), "Access-Control-Allow-Origin": "*" };
    return jsonResponse(automationsJsonSchema(), { request, headers });
  },
});
