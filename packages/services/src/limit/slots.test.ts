import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

test("an owner has as many as it may at a time, and another is not kept from its own", async () => {
  const slots = createSlots({ perOwner: 2, perProcess: 3 });
  const gate = Promise.withResolvers<void>();
  const hold = (owner: string) => slots.hold(owner, "model tests", () => gate.promise);
  const running = [hold("one"), hold("one")];

  await expect(hold("one")).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many model tests are running. Wait until one ends, then try again.",
    options: { retryAfterSeconds: 10 },
  });
  running.push(hold("two"));
  await expect(hold("three")).rejects.toMatchObject({ code: "rate_limited" });

  gate.resolve();
  await Promise.all(running);
  await expect(slots.hold("one", "model tests", async () => "room again")).resolves.toBe("room again");
});

test("work that fails gives its place back", async () => {
  const slots = createSlots({ perOwner: 1, perProcess: 1 });
  const fail = () => slots.hold("one", "model tests", () => Promise.reject(new Error("no")));

  await expect(fail()).rejects.toThrow("no");
  await expect(fail()).rejects.toThrow("no");
});
