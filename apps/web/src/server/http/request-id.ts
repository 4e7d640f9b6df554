import { newId } from "@docsteward/platform/id";

/** The id of a request: the one the server gave it on arrival, or a new one when the handler is called directly. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^req_[0-9A-Z]{26}$/.test(given) ? given : newId("req");
}
