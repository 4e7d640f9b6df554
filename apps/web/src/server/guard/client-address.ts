import { isIP } from "node:net";
import { unmapAddress } from "@docsteward/platform/ip-ranges";

/**
 * Who called: the other end of the socket, or, when that is a proxy that the operator trusts, the last hop of X-Forwarded-For that is
 * none of them. What stands before that hop anybody may have written.
 *
 * @param forwardedFor the header as it came; several of them joined with commas
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  isTrustedProxy: (address: string) => boolean,
): string {
  let address = unmapAddress(socketAddress ?? "");
  for (const hop of (forwardedFor ?? "").split(",").reverse()) {
    if (!isTrustedProxy(address)) return address;
    const next = withoutPort(hop.trim());
    if (isIP(next) === 0) return address;
    address = unmapAddress(next);
  }
  return address;
}

/** `203.0.113.7:4711` and `[2001:db8::1]:4711`, as some proxies write them. */
function withoutPort(hop: string): string {
  if (hop.startsWith("[")) {
    const end = hop.indexOf("]");
    const rest = hop.slice(end + 1);
    return end > 0 && (rest === "" || isPort(rest)) ? hop.slice(1, end) : hop;
  }
  const colon = hop.indexOf(":");
  return colon > 0 && isPort(hop.slice(colon)) ? hop.slice(0, colon) : hop;
}

const isPort = (text: string) => /^:\d{1,5}$/.test(text);
