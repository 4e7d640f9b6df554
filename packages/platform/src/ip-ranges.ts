import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether a text is an IP address or a range of them, such as `10.0.0.0/8` or `2001:db8::/32`. */
export function isAddressRange(text: string): boolean {
  return parseRange(text) !== null;
}

/**
 * Makes a test of addresses against ranges. IPv4 in IPv6 form (`::ffff:10.0.0.1`) counts as IPv4.
 *
 * @param ranges each one that `isAddressRange` takes; others match nothing
 */
export function createAddressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges.map(parseRange)) {
    if (range) list.addSubnet(range.address, range.bits, range.family);
  }
  return (address) => {
    const plain = unmapAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? "ipv6" : "ipv4");
  };
}

/** IPv4 in IPv6 form as IPv4; every other address as it stands. */
export function unmapAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

const IPV4_BITS = 24;
const IPV6_BITS = 48;

/** The network that an address lies in, such as `203.0.113.0/24` or `2001:db8:1::/48`: enough to tell places apart, too little to tell people. Null for what is no address. */
export function networkOf(address: string): string | null {
  if (isIP(unmapAddress(address).split("%", 1)[0] ?? "") === 0) return null;
  const parsed = ipaddr.process(address);
  const bits = parsed instanceof ipaddr.IPv4 ? IPV4_BITS : IPV6_BITS;
  const network =
    parsed instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`);
  return `${network}/${bits}`;
}

function parseRange(text: string) {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  const widest = version === 6 ? 128 : 32;
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits ?? String(widest))) return null;
  const prefix = Number(bits ?? widest);
  return prefix > widest
    ? null
    : { address, bits: prefix, family: version === 6 ? ("ipv6" as const) : ("ipv4" as const) };
}

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
