import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "../root.ts";

/**
 * Builds the web app unless the build at hand is of these very sources. Quiet, but for what a failed build said.
 *
 * @throws Error with the end of the build's output
 */
export async function buildWeb(options: { onLine(line: string): void; signal?: AbortSignal }): Promise<void> {
  const startedAt = performance.now();
  // A build from scratch takes a while; one that is at hand takes none, and deserves no line.
  const timer = setTimeout(() => options.onLine("Building the web app, which takes a minute the first time …"), 2_000);
  const turbo = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules/turbo/bin/turbo"),
      "run",
      "build",
      "--filter=@docsteward/web",
      "--output-logs=new-only",
      "--ui=stream",
    ],
    {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", TURBO_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      signal: options.signal,
    },
  );
  const output: string[] = [];
  turbo.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
  turbo.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text));
  const [code] = await once(turbo, "close").finally(() => clearTimeout(timer));
  if (code !== 0) {
    throw new Error(`The web app could not be built:\n${output.join("").split("\n").slice(-40).join("\n")}`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  if (seconds >= 2) options.onLine(`Built the web app in ${seconds} s`);
}
