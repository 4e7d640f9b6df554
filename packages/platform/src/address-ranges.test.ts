import { expect, test } from "vitest";
import { createAddressMatcher, isAddressRange } from "./ip-ranges.ts";

test.each(["10.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "::1", "2001:db8::/32", "::/0"])("%s is a range", (text) => {
  expect(isAddressRange(text)).toBe(true);
});

test.each(["", "10.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1", "::/129", "a/8", "localhost"])(
  "%j is none",
  (text) => {
    expect(isAddressRange(text)).toBe(false);
  },
);

test("an address is in one of the ranges or in none, IPv4 in IPv6 form as IPv4", () => {
  const isInside = createAddressMatcher(["10.0.0.0/8", "198.51.100.7", "2001:db8::/32"]);

  for (const address of ["10.255.0.1", "198.51.100.7", "::ffff:10.0.0.1", "2001:db8:ffff::1"]) {
    expect(isInside(address)).toBe(true);
  }
  for (const address of ["11.0.0.1", "198.51.100.8", "2001:db9::1", "", "10.0.0.1, 1.1.1.1"]) {
    expect(isInside(address)).toBe(false);
  }
});
