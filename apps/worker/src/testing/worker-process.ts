import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SAYS_TELEMETRY } from "@docsteward/platform/telemetry/testing-collector";
import type { TestWorker } from "./worker.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const AUTOMATIONS = fileURLToPath(new URL("../automation/testing-automation-worker.ts", import.meta.url));
/** Makes the clock of a machine wrong for a process on it. */
const withClock = (aheadMs: number) =>
  `data:text/javascript,${encodeURIComponent(`
  const Real = Date;
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      super(...(given.length > 0 ? given : [Real.now() + ${aheadMs}]));
    }
    static now() {
      return Real.now() + ${aheadMs};
    }
  };`)}`;

/** A worker process over the test's own database and model, as the supervisor starts it. */
export async function startWorkerProcess(
  { services, model }: Pick<TestWorker, "services" | "model">,
  variables: Record<string, string> = {},
  { clockAheadMs = 0 } = {},
) {
  const child = fork(MAIN, {
    // The port of the debugger, which only the test of a blocked process opens.
    execArgv: ["--inspect-port=127.0.0.1:0", "--import", SAYS_TELEMETRY, "--import", withClock(clockAheadMs)],
    env: {
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: services.databaseUrl,
      DATA_DIR: services.dataDir,
      KEY_SECRET: services.keySecret,
      MODEL_PROVIDER: "anthropic",
      ANTHROPIC_API_KEY: "test-key",
      ANTHROPIC_BASE_URL: model.url,
      ...variables,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const said: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString("utf8")));
  const exited = once(child, "exit") as Promise<[code: number | null, signal: string | null]>;
  await once(child, "message");
  return {
    pid: child.pid ?? 0,
    exited,
    /** What it has written on stderr. */
    said: () => said.join(""),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/**
 * A worker process that follows automations and does nothing else: it begins no job that they create.
 *
 * @param options.clockAheadMs how wrong the clock of its machine is
 * @returns when it has begun to look for what is due
 */
export async function startAutomationProcess(
  { databaseUrl, dataDir, keySecret }: Pick<TestWorker["services"], "databaseUrl" | "dataDir" | "keySecret">,
  { clockAheadMs = 0 } = {},
) {
  const child = fork(AUTOMATIONS, [databaseUrl, dataDir, keySecret], {
    execArgv: ["--import", withClock(clockAheadMs)],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let isAtWork = false;
  child.on("message", (said) => {
    isAtWork = said === "working";
  });
  const exited = once(child, "exit");
  await Promise.race([once(child, "message"), exited]);
  return {
    /** Whether it has an automation in hand. */
    isAtWork: () => isAtWork,
    /** `kill -9` */
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
