import { hasToolCall, isStepCount, type ModelMessage, streamText } from "ai";
import { OFFLINE_MODEL } from "../offline-model.ts";
import type { DocsInMemory } from "./docs-in-memory.ts";

/**
 * Runs the SDK's own tool loop with the offline model until it finishes.
 *
 * @returns the conversation with what was added, to go on with
 */
export async function runOffline(
  docs: DocsInMemory,
  prompt: string | ModelMessage[],
  { maxSteps = 60 } = {},
): Promise<{ messages: ModelMessage[]; steps: number; text: string }> {
  const messages: ModelMessage[] = typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
  const isFinished = () => docs.finish !== undefined;
  delete docs.finish;
  const result = streamText({
    model: OFFLINE_MODEL,
    system: "You edit documentation pages.",
    messages,
    tools: docs.tools,
    stopWhen: [isStepCount(maxSteps), ({ steps }) => hasToolCall("finish")({ steps }) === true && isFinished()],
  });
  const errors: unknown[] = [];
  await result.consumeStream({ onError: (error) => errors.push(error) });
  if (errors.length > 0) throw errors[0];
  const steps = await result.steps;
  const added = await result.responseMessages;
  return { messages: [...messages, ...added], steps: steps.length, text: await result.text };
}
