import { AppError } from "@docsteward/contract/error";
import { createAddressMatcher, isAddressRange } from "@docsteward/platform/address-ranges";

/** @throws AppError `invalid_request` naming the first entry that is neither an address nor a range like `10.0.0.0/8` */
export function requireAddressRanges(ranges: string[]): void {
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong === undefined) return;
  const message = `"${wrong}" isn't an IP address or a range such as 10.0.0.0/8.`;
  throw new AppError("invalid_request", message, { details: [{ path: "allowedIps", message }] });
}

/** Whether an address lies in one of the ranges. */
export function isInRanges(address: string, ranges: string[]): boolean {
  return createAddressMatcher(ranges)(address);
}
