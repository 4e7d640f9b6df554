import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT } from "@docsteward/tooling/root";

export type RunningForge = AsyncDisposable & {
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
