import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENV_KEYS } from "@docsteward/platform/env";

type DataFolder = AsyncDisposable & { path: string };

/** A data folder for one story, removed at its end. Other users may pass through it: as root, PostgreSQL runs as another user. */
export async function makeDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), "docsteward-e2e-"));
  await chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/**
 * The environment of a service under test: this machine's, without anything that configures Docsteward. An empty value also
 * hides what a `.env` file says.
 */
export function testEnvironment(
  dataDir: string,
  more: Record<string, string> = {},
): Record<string, string | undefined> {
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
