import { expect, test } from "vitest";
import { startModelThread } from "./start-model-thread.ts";

test("a thread that has nothing to do ends, and the next text starts another", async () => {
  const runtimes: string[] = [];
  const thread = startModelThread({ isBackground: false, idleMs: 0, onReady: (name) => runtimes.push(name) });

  const [first] = await thread.embed(["Rotate a key"], 64);
  await expect.poll(async () => (await thread.embed(["Rotate a key"], 64)) && runtimes.length).toBeGreaterThan(1);
  const [again] = await thread.embed(["Rotate a key"], 64);

  expect(first).toHaveLength(384);
  expect(again).toEqual(first);
});

test("texts that come together get their own answers", async () => {
  const thread = startModelThread({ isBackground: true, idleMs: 1_000 });

  const [one, two, none] = await Promise.all(
    [["keys"], ["colors", "keys"], ["…"]].map((texts) => thread.embed(texts, 64)),
  );

  expect(two?.[1]).toEqual(one?.[0]);
  expect(two?.[0]).not.toEqual(one?.[0]);
  expect(none).toEqual([null]);
});

test("a caller that aborts gets its abort reason, and the others get their answers", async () => {
  const thread = startModelThread({ isBackground: false, idleMs: 1_000 });
  const leaving = new AbortController();

  const left = thread.embed(["one"], 64, leaving.signal);
  const staying = thread.embed(["two"], 64);
  leaving.abort(new Error("gone"));

  await expect(left).rejects.toThrow("gone");
  expect(await staying).toEqual([expect.any(Float32Array)]);
});

test("a thread keeps the library that runs the model from reporting to its maker", async () => {
  delete process.env.ORT_DISABLE_TELEMETRY;

  await startModelThread({ isBackground: false, idleMs: 0 }).embed(["Rotate a key"], 64);

  // Native code sees what this process sees, not what a thread of it has for itself.
  expect(process.env.ORT_DISABLE_TELEMETRY).toBe("1");
});
