import { endpoint } from "#server/http/endpoint.ts";
import { widgetResponse } from "#server/widget-files.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: async (request) => widgetResponse(request, "widget-app.js"),
});
