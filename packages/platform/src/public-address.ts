import ipaddr from "ipaddr.js";
import { unmapAddress } from "./address-ranges.ts";

// Public by its number, yet answered by the host that a virtual machine runs on.
const METADATA_ADDRESSES = new Set(["168.63.129.16"]);

// All that is routed of IPv6 so far. What lies outside may be anything, such as an IPv4 address in an old form.
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address is one of the open internet: not private, loopback, link-local, carrier-grade NAT, multicast, a metadata
 * service, or an IPv6 form that only wraps an IPv4 address (NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const plain = unmapAddress(address);
  if (!ipaddr.isValid(plain)) return false;
  // Also out of the form that addresses get in a URL: `::ffff:a83f:8110`.
  const parsed = ipaddr.process(plain);
  if (METADATA_ADDRESSES.has(parsed.toString())) return false;
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC_IPV6));
}
