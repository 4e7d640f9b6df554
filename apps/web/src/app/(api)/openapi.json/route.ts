import { endpoint } from "#server/http/endpoint.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";
import { jsonResponse } from "#server/http/responses.ts";
import { openApiDocument } from "#server/openapi/document.ts";

/** Anybody may read how the API works, from any website's page. */
const OPEN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, X-Request-Id",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: async (request) =>
    jsonResponse(openApiDocument(), { request, headers: { ...apiHeaders(requestIdOf(request)), ...OPEN } }),
});
