import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT } from "@docsteward/tooling/root";

type Started = {
  /** Address it printed. */
  url: string;
  /** The link for the first account that it printed; undefined when there are accounts. */
  setupLink: string | undefined;
  /** Process ids by name, from the log lines: the supervisor, web, workers and the database. */
  pids(): { name: string; pid: number }[];
  output(): string;
  /** The lines so far that are no log lines, behind the first one that is. */
  plainLines(): string[];
  /** Sends a signal to the supervisor alone and waits until it is gone. @returns how it ended */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>;
};

/** Runs `start` as a person does, as a process of its own, until it says that it is ready or ends. */
export async function runStart(variables: Record<string, string | undefined>): Promise<Started> {
  const child = spawn(process.execPath, [join(ROOT, "tooling/src/guard.cjs"), "tooling/src/start.ts"], {
    cwd: ROOT,
    // Node warns on stderr where both are set, as a test run may do.
    env: { ...variables, NO_COLOR: undefined, FORCE_COLOR: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const exited = once(child, "exit");
  const readyLine = () => readLines(output).find(({ msg }) => msg === "Docsteward is ready");
  while (!readyLine() && child.exitCode === null) await wait(50);
  const { url = "", setupLink } = readyLine() ?? {};
  return {
    ...{ url, setupLink },
    output: () => output,
    pids: () => readPids(output),
    plainLines: () => findPlainLines(output),
    end: async (name) => {
      child.kill(name);
      const [code, signal] = await exited;
      return { code, signal };
    },
  };
}

/** The same for a start that has to succeed. @throws Error with its output when it ends instead */
export async function runStartWell(variables: Record<string, string | undefined>): Promise<Started> {
  const started = await runStart(variables);
  if (started.url === "") throw new Error(`start ended before it was ready:\n${started.output()}`);
  return started;
}

type LogLine = { name: string; pid: number; msg: string; url?: string; setupLink?: string };

/** The log lines of a start that writes to no terminal, as far as they have come. */
function readLines(output: string): LogLine[] {
  const whole = output.slice(0, output.lastIndexOf("\n") + 1);
  return whole.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as LogLine] : []));
}

/** The lines that are no log lines, from the first log line on: what comes before it builds the code that logs. */
function findPlainLines(output: string): string[] {
  const lines = output.split("\n").filter((line) => line !== "");
  const first = lines.findIndex((line) => line.startsWith("{"));
  return lines.slice(Math.max(first, 0)).filter((line) => !isLogLine(line));
}

function isLogLine(line: string): boolean {
  try {
    const { level, msg } = JSON.parse(line) as { level?: unknown; msg?: unknown };
    return typeof level === "number" && typeof msg === "string";
  } catch {
    return false;
  }
}

function readPids(output: string): { name: string; pid: number }[] {
  const found = new Map<number, string>();
  for (const { name, pid, msg } of readLines(output)) found.set(pid, msg === "postgresql ready" ? "postgresql" : name);
  return [...found].map(([pid, name]) => ({ name, pid }));
}

type RunningForge = AsyncDisposable & {
  /** The lines of configuration that it printed, the one that events need left out. */
  lines: Record<string, string>;
  /** Address of the sample site's repository, from the command that it printed. */
  repositoryUrl: string;
};

/** Runs `forge` as a person does, on a free port, until it has said what to do next. */
export async function runForge(variables: Record<string, string | undefined>): Promise<RunningForge> {
  const args = [join(ROOT, "tooling/src/guard.cjs"), "tooling/src/forge.ts", "--port", "0"];
  const child = spawn(process.execPath, args, { cwd: ROOT, env: variables, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "exit");
  const repositoryUrl = () => /--repo (\S+)/.exec(output)?.[1];
  while (!repositoryUrl() && child.exitCode === null) await wait(50);
  if (child.exitCode !== null) throw new Error(`The forge ended before it was ready:\n${output}`);
  const printed = [...output.matchAll(/^(GITHUB_\w+)=(.+)$/gm)].map(([, name = "", value = ""]) => [name, value]);
  return {
    lines: Object.fromEntries(printed.filter(([name]) => name !== "GITHUB_WEBHOOK_SECRET")),
    repositoryUrl: repositoryUrl() ?? "",
    async [Symbol.asyncDispose]() {
      child.kill("SIGINT");
      await ended;
    },
  };
}
