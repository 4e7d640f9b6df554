import { fork } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { SAYS_TELEMETRY } from "@docsteward/platform/telemetry/testing-collector";
import type { HeldBuild } from "../build/build-once.ts";
import { holdWebBuild } from "../build/web-build.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };
export type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: string };

/** Starts `main.ts` as the supervisor does, on the build that `ensureBuilt` found or another. What it says on stderr is gathered. */
export function startWeb(variables: Record<string, string>, { build = builtFolder() } = {}) {
  const child = fork(MAIN, ["--build", build], {
    // The port of the debugger, which only the test of a blocked process opens.
    execArgv: ["--inspect-port=127.0.0.1:0", "--import", SAYS_TELEMETRY],
    // Little of the test run's own environment: it has a BASE_URL and a NODE_ENV that mean something else.
    env: {
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      PORT: "0",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout?.resume();
  const exited = once(child, "exit").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stderr,
  }));
  const message = once(child, "message").then(([message]) => message as { type: "ready"; port: number });
  // Waiting for one that has ended would say nothing of why.
  const early = exited.then((end): never => {
    throw new Error(`The web process ended before it was ready: ${JSON.stringify(end)}`);
  });
  const ready = Promise.race([message, early]);
  ready.catch(() => undefined);
  return { child, exited, ready, said: () => stderr };
}

/** Sends one raw HTTP request: also with Host, Origin and HEAD, which `fetch` changes. */
export async function ask(port: number, { method = "GET", path, headers = {}, body }: Ask): Promise<Answer> {
  const sent = request({ host: "127.0.0.1", port, method, path, headers: { host: `localhost:${port}`, ...headers } });
  sent.end(body);
  const [response] = await once(sent, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

// Held as long as this process runs.
let held: HeldBuild | undefined;

/** Makes sure of the build of the present sources, which `startWeb` then serves. */
export async function ensureBuilt(): Promise<void> {
  held ??= await holdWebBuild();
}

/** @throws Error before `ensureBuilt` */
export function builtFolder(): string {
  if (held === undefined) throw new Error("No build of the web app is held: call ensureBuilt() first.");
  return held.path;
}
