import { expect, test } from "vitest";
import { LastUsed } from "./last-used.ts";

const kept = (of: LastUsed<string>, keys: string) => [...keys].filter((key) => of.get(key) !== undefined).join("");

test("of more values than may be kept, the one used longest ago is forgotten", () => {
  const values = new LastUsed<string>({ maxCount: 2 });
  values.set("a", "1");
  values.set("b", "2");
  expect(values.get("a")).toBe("1");
  values.set("c", "3");

  expect(kept(values, "abc")).toBe("ac");
});

test("sizes are bounded together, and a value set again counts once", () => {
  const values = new LastUsed<string>({ maxSize: 10, sizeOf: (value, key) => value.length + key.length });
  values.set("a", "123");
  values.set("a", "1234");
  values.set("b", "1234");
  expect(kept(values, "ab")).toBe("ab");
  values.set("c", "1");
  expect(kept(values, "abc")).toBe("bc");
});

test("a value larger than all may be is not kept, nor what it took the place of", () => {
  const values = new LastUsed<string>({ maxSize: 5, sizeOf: (value) => value.length });
  values.set("a", "123");
  values.set("b", "123456");

  expect(kept(values, "ab")).toBe("");
});
