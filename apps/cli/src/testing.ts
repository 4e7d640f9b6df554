import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestServices } from "@docsteward/services/testing";

export type Ended = { code: number | null; stdout: string; stderr: string };

/** What `docsteward` has to know to work on the services of a test. */
export function variablesOf({ databaseUrl, dataDir, keySecret }: TestServices): Record<string, string> {
  return { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, KEY_SECRET: keySecret, BASE_URL: "http://docs.test" };
}

const MAIN = join(import.meta.dirname, "main.ts");

/** Starts `docsteward` as a separate process, with only these variables. */
export function startCli(variables: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, "close").then(([code]): Ended => ({ code, ...output }));
  return { ended, output, stdout: child.stdout };
}

/** Runs `docsteward` to its end. */
export function runCli(variables: Record<string, string>, ...args: string[]): Promise<Ended> {
  return startCli(variables, ...args).ended;
}
