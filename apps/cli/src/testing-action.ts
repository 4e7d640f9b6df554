import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../../..");

type Step = { name: string; if?: string; shell: string; run: string; env?: Record<string, string> };
type Action = { inputs: Record<string, { default: string }>; runs: { using: string; steps: Step[] } };

/** Runs the steps of the action as a runner does: with its variables, in the workspace, a file for each summary. */
export async function runAction(workspace: string, given: Record<string, string> = {}) {
  const action: Action = parse(await readFile(join(ROOT, "action.yml"), "utf8"));
  const inputs = { ...Object.fromEntries(Object.entries(action.inputs).map(([name, { default: to }]) => [name, to])) };
  Object.assign(inputs, given);
  const fileOf = (name: string) => join(workspace, ".git", name);
  const [summary, outputs, event] = [fileOf("summary.md"), fileOf("output"), fileOf("event.json")];
  for (const file of [summary, outputs]) await writeFile(file, "");
  await writeFile(event, JSON.stringify({ action: "synchronize", pull_request: { number: 7, base: { sha: "HEAD" } } }));
  let output = "";
  let code = 0;
  for (const { if: condition, shell, run, env = {} } of action.runs.steps) {
    if (shell !== "bash") throw new Error(`A step wants ${shell}.`);
    if (condition !== undefined && condition !== `inputs.command == '${inputs.command}'`) continue;
    const filled = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(INPUT, (_, of) => inputs[of] ?? ""),
    ]);
    const variables = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_WORKSPACE: workspace,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: outputs,
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_EVENT_PATH: event,
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION: "docs",
      GITHUB_JOB: "docs",
      GITHUB_RUN_ID: "1658821493",
      GITHUB_RUN_ATTEMPT: "1",
      ...Object.fromEntries(filled),
    };
    const options = { cwd: workspace, env: variables };
    // The runner calls bash so.
    const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", run];
    code = await new Promise((resolve) => {
      execFile("bash", args, options, (error, stdout, stderr) => {
        output += stdout + stderr;
        resolve(error ? Number(error.code) : 0);
      });
    });
    if (code !== 0) break;
  }
  return { code, output, summary: await readFile(summary, "utf8"), outputs: await readFile(outputs, "utf8") };
}

const INPUT = /\$\{\{ inputs\.([\w-]+) \}\}/g;
