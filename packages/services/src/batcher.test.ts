import { expect, test } from "vitest";
import { createBatcher } from "./batcher.ts";

/** Writes that end when the test releases them. */
function slowWrites() {
  const running: PromiseWithResolvers<void>[] = [];
  const begun: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => begun.push(resolve));
  const write = () => {
    const one = Promise.withResolvers<void>();
    running.push(one);
    begun.shift()?.();
    return one.promise;
  };
  return { running, next, write };
}

test("what arrives while a write is under way goes into one more", async () => {
  const { running, next, write } = slowWrites();
  const schedule = createBatcher(write);
  const first = next();
  schedule.within(1);
  await first;

  schedule.within(1);
  schedule.within(1);
  const second = next();
  running[0]?.resolve();
  await second;
  const flushed = schedule.flush();
  running[1]?.resolve();
  await new Promise(setImmediate);
  running[2]?.resolve();
  await flushed;

  expect(running).toHaveLength(3);
});

test("a write that is asked for sooner is not kept waiting by a later one", async () => {
  const { running, next, write } = slowWrites();
  const schedule = createBatcher(write);
  schedule.within(600_000);
  const first = next();

  schedule.within(1);
  await first;

  expect(running).toHaveLength(1);
});
