import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "@docsteward/platform/priority";
import { openModel } from "./open-model.ts";
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
