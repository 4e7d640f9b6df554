import ipaddr from "ipaddr.js";
import { unmapAddress } from "./address-ranges.ts";

// Public by its number, yet answered by the host that a virtual machine runs on.
const METADATA_ADDRESSES = new Set(["168.63.129.16"]);

/**
 * Whether an address is one of the open internet: not private, loopback, link-local, carrier-grade NAT, multicast, a metadata
 * service, or an IPv6 form that only wraps an IPv4 address (NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const plain = unmapAddress(address);
  return ipaddr.isValid(plain) && !METADATA_ADDRESSES.has(plain) && ipaddr.process(plain).range() === "unicast";
}
