import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateRepository } from "../repository/generate-repository.ts";
import { SMALL_SITE } from "../repository/site-files.ts";
import { startLoggedService } from "../service/start-logged-service.ts";
import { untilAnswered } from "../service/until-answered.ts";

export type BenchAssistant = AsyncDisposable & {
  /** The message route of version 2. */
  url: string;
  key: string;
  /** The web process. */
  pid: number;
};

export type BenchAssistantOptions = {
  dataDir: string;
  folder: string;
  /** Address of the scripted model server. */
  modelUrl: string;
  onLine(line: string): void;
};

/** Starts the service as `pnpm start` does, with one site whose index is built. */
export async function startAssistant(options: BenchAssistantOptions): Promise<BenchAssistant> {
  const { dataDir, folder, modelUrl, onLine } = options;
  const repository = await generateRepository(dataDir, SMALL_SITE);
  const service = await startLoggedService({
    dataDir: join(folder, "service"),
    logFile: join(dataDir, "logs", "assistant.log"),
    variables: { MODEL_PROVIDER: "anthropic", ANTHROPIC_API_KEY: "scripted", ANTHROPIC_BASE_URL: modelUrl },
    onLine,
  });
  const { domain, assistantKey: key } = await service.createProject("bench-assistant", repository);
  await untilAnswered({ url: `${service.url}/discovery/v1/search/${domain}`, key, body: { query: "quota" } });
  return {
    url: `${service.url}/discovery/v2/assistant/${domain}/message`,
    key,
    pid: service.pid("docsteward-web"),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

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
