import { createAnthropic } from "@ai-sdk/anthropic";
import { hasToolCall, streamText } from "ai";
import { bareTools } from "./bare-tools.ts";

/** What the benchmark asks of this process, once a round. */
export type BareRun = { modelUrl: string; files: [string, string][]; prompt: string };

/**
 * The peer of the step overhead: a process of its own, as the worker is one, that runs the same script through a plain
 * `streamText` tool loop. Takes a {@link BareRun} as a message and answers each with `done` or with what went wrong.
 */
process.on("message", (message) => {
  runOnce(message as BareRun).then(
    () => process.send?.("done"),
    (error: unknown) => process.send?.(String(error)),
  );
});

async function runOnce({ modelUrl, files, prompt }: BareRun): Promise<void> {
  let failure: unknown;
  const anthropic = createAnthropic({ baseURL: `${modelUrl}/v1`, apiKey: "scripted" });
  const result = streamText({
    model: anthropic("claude-sonnet-4-5"),
    instructions: "You edit the pages of a documentation site.",
    prompt,
    tools: bareTools(new Map(files)),
    stopWhen: hasToolCall("finish"),
    maxRetries: 0,
    onError: ({ error }) => {
      failure ??= error;
    },
  });
  await result.consumeStream();
  if (failure !== undefined) throw failure;
}
