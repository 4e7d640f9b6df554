import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestServices } from "@docsteward/services/testing";
import { run } from "./run.ts";

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

/** What works on the streams or signals of its process, or on another one. */
const NEEDS_A_PROCESS = new Set(["backup", "bench", "doctor", "restore", "secret", "serve"]);
/** A process reads its variables once. */
let ofThisProcess: string | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `docsteward` to its end: in this process where it can be, since loading it takes a second of CPU time. For what a
 * process of its own does, such as ending by itself, use `startCli`.
 */
export function runCli(variables: Record<string, string>, ...args: string[]): Promise<Ended> {
  const wanted = JSON.stringify(Object.entries(variables).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (NEEDS_A_PROCESS.has(args[0] ?? "")) return startCli(variables, ...args).ended;
  ofThisProcess ??= wanted;
  if (wanted !== ofThisProcess) return startCli(variables, ...args).ended;
  // One after the other: they share the streams and the exit code of this process.
  const ended = last.then(() => runHere(variables, args));
  last = ended.catch(() => undefined);
  return ended;
}

async function runHere(variables: Record<string, string>, args: string[]): Promise<Ended> {
  const { env, exitCode, stdout, stderr } = process;
  const output = { stdout: "", stderr: "" };
  const writes = { stdout: stdout.write, stderr: stderr.write };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (text) => {
      output[name] += text;
      return true;
    };
  }
  process.env = { PATH: env.PATH, ...variables };
  process.exitCode = undefined;
  try {
    await run(["node", "docsteward", ...args]);
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    process.env = env;
    process.exitCode = exitCode;
    stdout.write = writes.stdout;
    stderr.write = writes.stderr;
  }
}
