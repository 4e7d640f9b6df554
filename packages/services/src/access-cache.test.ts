import { fixedClock } from "@docsteward/platform/clock";
import { expect, test, vi } from "vitest";
import { createAccessCache } from "./access-cache.ts";

const clock = fixedClock("2026-05-01T10:00:00Z");

test("remembers for 5 seconds", async () => {
  const memory = createAccessCache(clock);
  const load = vi.fn(async () => "value");

  await memory.recall("a", load);
  clock.advance(4_999);
  await memory.recall("a", load);
  expect(load).toHaveBeenCalledTimes(1);
  clock.advance(1);
  await memory.recall("a", load);

  expect(load).toHaveBeenCalledTimes(2);
});

test("calls at the same time share one load", async () => {
  const memory = createAccessCache(clock);
  const load = vi.fn(async () => ({ name: "one" }));

  const [first, second] = await Promise.all([memory.recall("a", load), memory.recall("a", load)]);

  expect(load).toHaveBeenCalledTimes(1);
  expect(first).toBe(second);
});

test("what failed or gave null is asked for again", async () => {
  const memory = createAccessCache(clock);
  const answers = [() => Promise.reject(new Error("away")), async () => null, async () => "there"];
  const load = async () => answers.shift()?.();

  await expect(memory.recall("a", load)).rejects.toThrow("away");
  expect(await memory.recall("a", load)).toBeNull();
  expect(await memory.recall("a", load)).toBe("there");
  expect(await memory.recall("a", load)).toBe("there");
});

test("what was being loaded while something changed is not remembered", async () => {
  const memory = createAccessCache(clock);
  const slow = Promise.withResolvers<string>();
  const old = memory.recall("a", () => slow.promise);

  memory.forget();
  const fresh = memory.recall("a", async () => "new");
  slow.resolve("old");

  expect([await old, await fresh]).toEqual(["old", "new"]);
  expect(await memory.recall("a", async () => "newer")).toBe("new");
});

test("holds no more than ten thousand things, the oldest leave first", async () => {
  const memory = createAccessCache(clock);
  for (let index = 0; index <= 10_000; index += 1) await memory.recall(`k${index}`, async () => index);

  expect(await memory.recall("k0", async () => "again")).toBe("again");
  expect(await memory.recall("k10000", async () => "again")).toBe(10_000);
});
