/** Where the service learns who called: the web server writes it on every request, whatever the caller sent under this name. */
export const CLIENT_ADDRESS_HEADER = "x-docsteward-remote-address";

/** The address that a request came from; empty for a call inside the service. */
export function clientAddress(headers: Headers): string {
  return headers.get(CLIENT_ADDRESS_HEADER) ?? "";
}
