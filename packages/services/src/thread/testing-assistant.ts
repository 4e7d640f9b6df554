import { type Assistant, openAssistant } from "@docsteward/assistant/answer/open-assistant";
import type { ModelRequest, Script } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { parseEnv } from "@docsteward/platform/env";

export type ScriptedAssistant = AsyncDisposable & {
  assistant: Assistant;
  /** What the model says from now on: turns in the order of its calls, or a function. */
  plays(script: Script): void;
  /** What the model was asked so far. */
  requests: ModelRequest[];
  close(): Promise<void>;
};

/** An assistant whose model is a script behind a provider's real wire format. */
export async function startScriptedAssistant(
  protocol: "anthropic" | "openai" = "anthropic",
): Promise<ScriptedAssistant> {
  let script: Script = [];
  const server = await startModelServer((request, index) =>
    Array.isArray(script) ? script.shift() : script(request, index),
  );
  const env =
    protocol === "anthropic"
      ? { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url }
      : { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_MODEL: "m" };
  return {
    assistant: openAssistant(parseEnv({ ...env, MODEL_ALLOWED_NETWORKS: "127.0.0.0/8" })),
    plays(next) {
      script = Array.isArray(next) ? [...next] : next;
    },
    requests: server.requests,
    close: () => server.close(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
