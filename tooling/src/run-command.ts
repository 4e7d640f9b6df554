import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants as osConstants } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { lowerPriorityOf } from "@docsteward/platform/priority";
import { ROOT } from "./root.ts";
import { sendSignal } from "./supervisor/running-process.ts";
import { isColored } from "./terminal.ts";

type Ended = { code: number; output: string };

/** For what hangs: on a slow machine all tests take half an hour. */
const DEFAULT_TIMEOUT_MS = 60 * 60_000;

export type CommandOptions = {
  variables?: Record<string, string | undefined>;
  signal: AbortSignal;
  timeoutMs?: number;
  /** How far the command gives way to other processes. */
  priorityStep?: number;
};

/**
 * Runs a program of the workspace (`node_modules/.bin`) or of the system at the root, to its end.
 *
 * It gets no stdin and a process group of its own, which is asked to go when `signal` fires or the time is over.
 *
 * @returns how it ended, and all it said
 */
export async function runCommand(program: string, args: string[], options: CommandOptions): Promise<Ended> {
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`,
      NEXT_TELEMETRY_DISABLED: "1",
      TURBO_TELEMETRY_DISABLED: "1",
      ...(isColored ? { FORCE_COLOR: "1" } : { NO_COLOR: "1", FORCE_COLOR: undefined }),
      ...options.variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  if (options.priorityStep) lowerPriorityOf(child.pid, options.priorityStep);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  const tell = (name: NodeJS.Signals) => child.pid !== undefined && sendSignal(child.pid, name, { toGroup: true });
  const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const ask = () => {
    output.push(signal.aborted ? "\nStopped.\n" : `\nStopped: it took longer than ${timeoutMs / 60_000} minutes.\n`);
    tell("SIGTERM");
    setTimeout(() => tell("SIGKILL"), 15_000).unref();
  };
  stop.addEventListener("abort", ask, { once: true });
  try {
    const [code, name] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    return { code: code ?? 128 + (name ? constants.signals[name] : 0), output: output.join("") };
  } catch (error) {
    return { code: 127, output: `${program} could not run: ${(error as Error).message}\n` };
  } finally {
    stop.removeEventListener("abort", ask);
    tell("SIGKILL");
  }
}

/**
 * The command that runs a task of turbo. turbo calls pnpm by its name: where that is not in PATH, npx brings it.
 *
 * Prints only what failed.
 */
export function turboCommand(task: string, ...more: string[]): { program: string; args: string[] } {
  const args = ["run", task, "--output-logs=errors-only", "--ui=stream", ...more];
  const isThere = (process.env.PATH ?? "").split(delimiter).some((folder) => canRun(join(folder, "pnpm")));
  return isThere
    ? { program: "turbo", args }
    : { program: "npx", args: ["-y", "pnpm@12.21.0", "exec", "turbo", ...args] };
}

function canRun(file: string): boolean {
  try {
    accessSync(file, osConstants.X_OK);
    return true;
  } catch {
    // Not in this folder.
    return false;
  }
}
