import { join } from "node:path";
import { generateRepository } from "../repository/generate-repository.ts";
import { SMALL_SITE } from "../script/bench-sites.ts";
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
