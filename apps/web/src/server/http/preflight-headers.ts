import type { Services } from "@docsteward/services/context";
import { corsHeaders } from "./cors-headers.ts";

const KEPT_SECONDS = 600;
const HEADER_NAME = /^[\w-]+$/;

/** The answer to a browser that asks before it sends: listed websites may send any header, and never cookies. */
export async function preflightHeaders(
  services: Services,
  request: Request,
  { domain, methods }: { domain: unknown; methods: string },
): Promise<Record<string, string>> {
  const headers = await corsHeaders(services, request, domain);
  if (!("Access-Control-Allow-Origin" in headers)) return headers;
  const asked = request.headers.get("access-control-request-headers") ?? "";
  return {
    ...headers,
    Vary: "Origin, Access-Control-Request-Headers",
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": asked.split(",").every((name) => HEADER_NAME.test(name.trim()))
      ? asked
      : "Authorization, Content-Type",
    "Access-Control-Max-Age": String(KEPT_SECONDS),
  };
}
