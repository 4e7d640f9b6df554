import { parseEnv } from "@docsteward/platform/env";
import { embedMany, generateText, streamText } from "ai";
import { createEmbeddingModel } from "./create-embedding-model.ts";
import { createModels, createModelsOfSettings } from "./create-models.ts";
import type { Model } from "./model.ts";
import { toModelError } from "./model-error.ts";

/** The call that `hostile-servers.test.ts` asks a process to make. */
export type Order = { url: string; call: "generate" | "stream" | "embed"; from: "settings" | "environment" };
export type Outcome = { failure: string; grownBytes: number };

globalThis.AI_SDK_LOG_WARNINGS = false;

const MODEL = "m";
/** For what hangs: a server that never ends is given up for what it sends, however slow this machine is. */
const DEADLINE_MS = 200_000;

function modelOf({ url, from }: Order): Model {
  const baseUrl = `${url}/v1`;
  if (from === "environment")
    return createModels(parseEnv({ OPENAI_COMPATIBLE_BASE_URL: baseUrl, OPENAI_COMPATIBLE_MODEL: MODEL })).get();
  const settings = { provider: "openai-compatible", baseUrl, apiKey: null, model: MODEL } as const;
  return createModelsOfSettings(settings, { allowedNetworks: ["127.0.0.0/8"] }).get();
}

async function call(order: Order): Promise<string> {
  const abortSignal = AbortSignal.timeout(DEADLINE_MS);
  const model = modelOf(order);
  const more = { maxRetries: 0, abortSignal };
  try {
    if (order.call === "embed") {
      const env = {
        EMBEDDING_PROVIDER: "openai-compatible",
        EMBEDDING_BASE_URL: `${order.url}/v1`,
        EMBEDDING_MODEL: MODEL,
      };
      const embedder = createEmbeddingModel(parseEnv(env));
      if (embedder === null) return "no embedder";
      await embedMany({ model: embedder, values: ["a"], ...more });
    } else if (order.call === "generate") {
      await generateText({ model: model.languageModel, prompt: "Go", ...more });
    } else {
      const { fullStream } = streamText({
        model: model.languageModel,
        prompt: "Go",
        ...more,
        onError: () => undefined,
      });
      for await (const part of fullStream) if (part.type === "error") throw part.error;
    }
    return "none";
  } catch (error) {
    return toModelError(error, model).code;
  }
}

// A process of its own, whose memory can be measured: it gets a call to make, and reports the outcome.
process.once("message", async (order: Order) => {
  const before = process.memoryUsage().rss;
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 5);
  const failure = await call(order);
  clearInterval(watch);
  highest = Math.max(highest, process.memoryUsage().rss);
  // The test ends this process: one that ends itself may be gone before its message is read.
  process.once("disconnect", () => process.exit(0));
  process.send?.({ failure, grownBytes: highest - before } satisfies Outcome);
});
process.send?.("ready");
