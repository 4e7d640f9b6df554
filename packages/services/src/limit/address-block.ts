import { isIPv6 } from "node:net";
import { unmapAddress } from "@docsteward/platform/address-ranges";

/**
 * What counts as one caller by address: an IPv4 address, or the /64 network of an IPv6 one, since a single machine may use all of
 * such a network.
 */
export function addressBlock(address: string): string {
  const plain = unmapAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = (plain.split("%", 1)[0] ?? "").toLowerCase().split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const known = tail === undefined ? 8 : groups(head).length + groups(tail).length;
  const all = [...groups(head), ...Array<string>(8 - known).fill("0"), ...groups(tail ?? "")];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
