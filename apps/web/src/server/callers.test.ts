import { expect, test } from "vitest";
import { callerOf, noteCaller } from "./callers.ts";

const from = (address: string, headers: object = {}) =>
  callerOf({ headers: { "x-docsteward-remote-address": address, ...headers } });

test("keys and sessions that were verified take the turn of their owner, from wherever they call", () => {
  noteCaller("Bearer one", "org_1");
  noteCaller("Bearer two", "org_1");
  noteCaller("session=a", "usr_1");

  expect(from("192.0.2.1", { authorization: "Bearer one" })).toBe("org_1");
  expect(from("192.0.2.2", { authorization: "Bearer two", cookie: "session=a" })).toBe("org_1");
  expect(from("192.0.2.2", { cookie: "session=a" })).toBe("usr_1");
});

test("made-up keys, and callers without one, take the turn of the network that they come from", () => {
  const callers = [{ authorization: "Bearer made-up" }, { authorization: "Bearer other" }, { cookie: "x=y" }, {}];

  expect(new Set(callers.map((headers) => from("192.0.2.7", headers)))).toEqual(new Set(["network 192.0.2.7"]));
  expect(from("2001:db8:1:2::1")).toBe(from("2001:db8:1:2:ffff::9"));
  expect(from("192.0.2.8")).not.toBe(from("192.0.2.7"));
});

test("remembers a bounded number of them, those that were seen last", () => {
  noteCaller("Bearer kept", "org_kept");
  for (let key = 0; key < 19_999; key += 1) noteCaller(`Bearer ${key}`, "org_many");
  noteCaller("Bearer kept", "org_kept");
  for (let key = 0; key < 10; key += 1) noteCaller(`Bearer more ${key}`, "org_more");

  expect(from("192.0.2.1", { authorization: "Bearer kept" })).toBe("org_kept");
  expect(from("192.0.2.1", { authorization: "Bearer 0" })).toBe("network 192.0.2.1");
});
