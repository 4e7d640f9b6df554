import { expect, test } from "vitest";
import { settleWithin } from "./agent-queue.ts";

test("work that ends is what counts, whatever the signal does afterwards", async () => {
  const stop = new AbortController();

  expect(await settleWithin(Promise.resolve(1), stop.signal, 0)).toBe(1);
  await expect(settleWithin(Promise.reject(new Error("broken")), stop.signal, 0)).rejects.toThrow("broken");
  stop.abort();
});

test("work that stops on its signal ends with its result", async () => {
  const stop = new AbortController();
  const work = new Promise((_, reject) => {
    stop.signal.addEventListener("abort", () => reject(new Error("tidied up")));
  });
  const settled = settleWithin(work, stop.signal, 60_000);

  stop.abort(new Error("stop"));

  await expect(settled).rejects.toThrow("tidied up");
});

test("work that does not stop is abandoned with the signal's reason, also when the signal was aborted before", async () => {
  const stop = new AbortController();
  const endless = new Promise(() => undefined);
  const settled = settleWithin(endless, stop.signal, 1);

  stop.abort(new Error("stop"));

  await expect(settled).rejects.toThrow("stop");
  await expect(settleWithin(endless, stop.signal, 1)).rejects.toThrow("stop");
});
