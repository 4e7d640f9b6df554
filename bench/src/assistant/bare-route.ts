import { fileURLToPath } from "node:url";

const entry = (name: string) => JSON.stringify(fileURLToPath(import.meta.resolve(name)));

/**
 * The least that a site of its own would write: the library's `streamText` and its stock stream response, asking the model with
 * the reader's messages. No key, no limit, no pages, nothing kept.
 */
export const bareRoute = (modelUrl: string): string => `
import { createAnthropic } from ${entry("@ai-sdk/anthropic")};
import { convertToModelMessages, streamText } from ${entry("ai")};

const anthropic = createAnthropic({ baseURL: ${JSON.stringify(`${modelUrl}/v1`)}, apiKey: "scripted" });

export async function POST(request) {
  const { messages } = await request.json();
  const result = streamText({
    model: anthropic("claude-sonnet-4-5"),
    instructions: "You answer questions about a product.",
    messages: await convertToModelMessages(messages),
    abortSignal: request.signal,
    maxRetries: 0,
  });
  return result.toUIMessageStreamResponse();
}
`;
