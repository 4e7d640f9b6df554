import { ENV_KEYS } from "@docsteward/platform/env";

/**
 * The environment of a service under test: this machine's, without anything that configures Docsteward. An empty value also
 * hides what a `.env` file says.
 */
export function makeVariables(dataDir: string, more: Record<string, string> = {}): Record<string, string | undefined> {
  return {
    ...process.env,
    ...Object.fromEntries(ENV_KEYS.map((key) => [key, ""])),
    PORT: "0",
    DATA_DIR: dataDir,
    MODEL_PROVIDER: "offline",
    LOG_FORMAT: "json",
    LIMIT_AGENT_PER_HOUR: "1000",
    ...more,
  };
}
