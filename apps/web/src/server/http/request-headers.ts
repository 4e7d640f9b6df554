import { newId } from "@docsteward/platform/id";

/** Who called (see `clientAddress`): the server sets it on every request, whatever the caller sent under this name. */
export const REMOTE_ADDRESS_HEADER = "x-docsteward-remote-address";

/** The id of a request: the one the server gave it on arrival, or a new one when the handler is called directly. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^req_[0-9A-Z]{26}$/.test(given) ? given : newId("req");
}

/** What inline scripts of a page are named with: the server sets it on every page's request, whatever the caller sent. */
export const NONCE_HEADER = "x-docsteward-nonce";

/** The path of a page's request with its query: the server sets it, for pages that send people elsewhere and back. */
export const PATH_HEADER = "x-docsteward-path";
