import { endpoint } from "#server/http/endpoint.ts";
import { publicJson } from "#server/oauth-route.ts";
import { authorizationServerMetadata } from "#server/oauth-server.ts";
import { services } from "#server/services.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint(
  {
    GET: async (request) => publicJson(authorizationServerMetadata(services()), request),
  },
  { websites: "any" },
);
