import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A vector for each of many words, most of them English: what they mean. */
export type WordTable = {
  dimensions: number;
  /** Row of each word. */
  rows: ReadonlyMap<string, number>;
  /** Row `r` is the bytes from `r * dimensions`, each to be multiplied by `scales[r]`. */
  values: Int8Array;
  scales: Float32Array;
};

const FILE = fileURLToPath(new URL("words.bin", import.meta.url));
const MAGIC = "DSWT";
const HEADER_BYTES = 16;

let table: WordTable | undefined;

/** The table that comes with Docsteward, read once. README.md beside it says where it is from. */
export function wordTable(): WordTable {
  table ??= parseWordTable(readFileSync(FILE));
  return table;
}

/** Reads a table: magic, three counts, a scale a word, the values, the words by lines. All little endian. */
export function parseWordTable(bytes: Buffer): WordTable {
  const [words, dimensions, textBytes] = [4, 8, 12].map((at) => bytes.readUInt32LE(at)) as [number, number, number];
  const valuesAt = HEADER_BYTES + words * 4;
  const textAt = valuesAt + words * dimensions;
  if (bytes.toString("latin1", 0, 4) !== MAGIC || bytes.length !== textAt + textBytes)
    throw new Error("The table of word vectors is damaged.");
  const rows = new Map(
    bytes
      .toString("utf8", textAt)
      .split("\n")
      .map((word, row) => [word, row] as const),
  );
  const scales = Float32Array.from({ length: words }, (_, row) => bytes.readFloatLE(HEADER_BYTES + row * 4));
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + valuesAt, words * dimensions);
  return { dimensions, rows, values, scales };
}
