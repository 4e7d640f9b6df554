import { expect, test } from "vitest";
import { decodeVectors, encodeVectors, startOf } from "./vectors.ts";

test("vectors come back as they were, up to a half of a hundredth of their largest value", () => {
  const vectors = [Float32Array.of(0.5, -1, 0.25), Float32Array.of(0, 0, 0), Float32Array.of(0.001, 0.002, -0.003)];

  const packed = decodeVectors(encodeVectors(vectors), vectors.length);

  expect(packed.dimensions).toBe(3);
  for (const [number, vector] of vectors.entries()) {
    const largest = Math.max(...vector.map(Math.abs));
    for (const [at, value] of vector.entries()) {
      const unpacked = (packed.values[startOf(packed, number) + at] ?? 0) * (packed.scales[number] ?? 0);
      expect(Math.abs(unpacked - value)).toBeLessThanOrEqual(largest * 0.005);
    }
  }
});

test("a vector takes a byte a dimension and four for its scale, wherever in a buffer it lies", () => {
  const bytes = encodeVectors([Float32Array.of(1, 2), Float32Array.of(3, 4)]);
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);

  expect(bytes).toHaveLength(2 * (2 + 4));
  expect(decodeVectors(shifted.subarray(1), 2)).toEqual(decodeVectors(bytes, 2));
});

test("no vectors are no bytes", () => {
  expect(decodeVectors(encodeVectors([]), 0)).toMatchObject({ dimensions: 0, scales: new Float32Array() });
});

test("vectors of different sizes are not packed together", () => {
  expect(() => encodeVectors([Float32Array.of(1), Float32Array.of(1, 2)])).toThrow(
    "2 dimensions, and the others have 1",
  );
});

test("bytes that are not those of so many vectors are refused", () => {
  expect(() => decodeVectors(new Uint8Array(13), 2)).toThrow("13 bytes don't match 2 vectors");
});
