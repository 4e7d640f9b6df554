import { EventEmitter, on } from "node:events";
import { AppError } from "@docsteward/contract/error";
import { expect, test } from "vitest";
import { revalidateSubscription } from "./revalidate.ts";

/** A subscription that tells each news of `emitter` and ends with `request`, as a real one does. */
function follow(emitter: EventEmitter, check: () => Promise<unknown>) {
  const request = new AbortController();
  async function* source() {
    try {
      for await (const [news] of on(emitter, "news", { signal: request.signal })) yield news;
    } catch (error) {
      if (!request.signal.aborted) throw error;
    }
  }
  const state = { hasEnded: false };
  const emitted = revalidateSubscription(source(), {
    check,
    hangUp: () => request.abort(),
    onEnd: () => Object.assign(state, { hasEnded: true }),
    // As when a notification got lost.
    notifier: { subscribe: () => () => undefined, close: async () => undefined },
    checkMs: 5,
  });
  return { request, emitted, state };
}

test("a subscription ends when its caller has lost the right to it", async () => {
  let isMember = true;
  const emitter = new EventEmitter();
  const { request, emitted, state } = follow(emitter, async () => {
    if (!isMember) throw new AppError("not_found", "There is no documentation site acme/docs.");
  });
  const first = emitted.next();
  emitter.emit("news", "one");
  expect(await first).toEqual({ done: false, value: "one" });
  expect(state.hasEnded).toBe(false);

  isMember = false;

  expect(await emitted.next()).toEqual({ done: true, value: undefined });
  expect(request.signal.aborted).toBe(true);
  expect(state.hasEnded).toBe(true);
});

test("a database that is away ends no subscription", async () => {
  const emitter = new EventEmitter();
  const failed = Promise.withResolvers<void>();
  let checks = 0;
  const { request, emitted } = follow(emitter, async () => {
    checks += 1;
    if (checks === 3) failed.resolve();
    throw new Error("connection lost");
  });
  const next = emitted.next();
  await failed.promise;

  emitter.emit("news", "still here");

  expect(await next).toEqual({ done: false, value: "still here" });
  expect(request.signal.aborted).toBe(false);
  request.abort();
  expect((await emitted.next()).done).toBe(true);
});
