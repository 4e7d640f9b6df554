import { createAddressMatcher } from "@docsteward/platform/ip-ranges";
import { describe, expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

const isTrusted = createAddressMatcher(["10.0.0.0/8", "fd00::/8"]);
const ask = (socket: string, forwardedFor?: string) => clientAddress(socket, forwardedFor, isTrusted);

test("without a header it is the other end of the socket", () => {
  expect(ask("203.0.113.7")).toBe("203.0.113.7");
  expect(ask("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(ask("10.0.0.1")).toBe("10.0.0.1");
});

test("a caller that is no trusted proxy is not believed", () => {
  expect(ask("203.0.113.7", "10.0.0.9")).toBe("203.0.113.7");
  expect(clientAddress("127.0.0.1", "198.51.100.1", createAddressMatcher([]))).toBe("127.0.0.1");
});

describe("behind trusted proxies it is the last hop that is none of them", () => {
  test.each([
    ["198.51.100.1", "198.51.100.1"],
    ["198.51.100.1, 10.1.1.1", "198.51.100.1"],
    ["192.0.2.66, 198.51.100.1, 10.1.1.1,fd00::5", "198.51.100.1"],
    ["10.9.9.9, 192.0.2.66", "192.0.2.66"],
    ["198.51.100.1:4711", "198.51.100.1"],
    ["[2001:db8::1]:4711", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["::ffff:198.51.100.1", "198.51.100.1"],
    ["10.1.1.1", "10.1.1.1"],
  ])("%s", (header, address) => {
    expect(ask("10.0.0.1", header)).toBe(address);
  });
});

test.each(["", "unknown", "_hidden", "a, 10.1.1.x", "999.1.1.1"])(
  "what is no address (%j) ends the search at the proxy that wrote it",
  (header) => {
    expect(ask("10.0.0.1", header)).toBe("10.0.0.1");
  },
);
