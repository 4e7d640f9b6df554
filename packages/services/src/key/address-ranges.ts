import { BlockList, isIP } from "node:net";
import { AppError } from "@docsteward/contract/error";

/** @throws AppError `invalid_request` naming the first entry that is neither an address nor a range like `10.0.0.0/8` */
export function requireAddressRanges(ranges: string[]): void {
  for (const range of ranges) toList([range]);
}

/** Whether an address lies in one of the ranges. IPv4 in IPv6 form (`::ffff:10.0.0.1`) counts as IPv4. */
export function isInRanges(address: string, ranges: string[]): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  return version !== 0 && toList(ranges).check(plain, version === 6 ? "ipv6" : "ipv4");
}

function toList(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits, ...rest] = range.split("/");
    const version = isIP(address);
    const widest = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? widest : Number(bits);
    if (version === 0 || rest.length > 0 || !/^\d{0,3}$/.test(bits ?? "") || bits === "" || prefix > widest) {
      throw new AppError("invalid_request", `"${range}" is neither an IP address nor a range like 10.0.0.0/8.`);
    }
    list.addSubnet(address, prefix, version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
