import { ENV_KEYS } from "@docsteward/platform/env";

/** The environment of the suite's service: this machine's, without anything that configures Docsteward. */
export function makeVariables(options: {
  dataDir: string;
  modelUrl: string;
  workers: number;
  /** Jobs that one worker takes at once. */
  places: number;
}): Record<string, string | undefined> {
  return {
    ...process.env,
    ...Object.fromEntries(ENV_KEYS.map((key) => [key, ""])),
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: options.dataDir,
    WORKERS: String(options.workers),
    WORKER_CONCURRENCY: String(options.places),
    MODEL_PROVIDER: "anthropic",
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: options.modelUrl,
    LOG_FORMAT: "json",
    LIMIT_AGENT_PER_HOUR: "1000000",
  };
}
