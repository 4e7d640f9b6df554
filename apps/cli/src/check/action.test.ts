import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeRepository } from "@docsteward/git/testing";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../../../..");

type Step = { name: string; shell: string; run: string; env?: Record<string, string> };
type Action = { inputs: Record<string, { default: string }>; runs: { using: string; steps: Step[] } };

/** Runs the steps of the action as a runner does: with its variables, in the workspace, a file for each summary. */
async function runAction(workspace: string, given: Record<string, string> = {}) {
  const action: Action = parse(await readFile(join(ROOT, "action.yml"), "utf8"));
  const inputs = { ...Object.fromEntries(Object.entries(action.inputs).map(([name, { default: to }]) => [name, to])) };
  Object.assign(inputs, given);
  const fileOf = (name: string) => join(workspace, ".git", name);
  const [summary, outputs, event] = [fileOf("summary.md"), fileOf("output"), fileOf("event.json")];
  for (const file of [summary, outputs]) await writeFile(file, "");
  await writeFile(event, JSON.stringify({ action: "synchronize", pull_request: { number: 7, base: { sha: "HEAD" } } }));
  let output = "";
  let code = 0;
  for (const { shell, run, env = {} } of action.runs.steps) {
    expect(shell).toBe("bash");
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
  return { code, output, summary: await readFile(summary, "utf8") };
}

const INPUT = /\$\{\{ inputs\.([\w-]+) \}\}/g;

const SITE = {
  "site/docs.json": '{ "navigation": { "pages": ["index", "lost"] } }\n',
  "site/index.mdx": "---\ntitle: Home\n---\n\nSee [it](/nowhere).\n",
};

function makeSite(files: Record<string, string> = SITE) {
  return makeRepository(files, { bare: false });
}

test("the action marks each problem at its place, writes a summary and fails", async () => {
  await using repository = await makeSite();

  const { code, output, summary } = await runAction(repository.path, { path: "site", sarif: "found.sarif" });

  expect(output).toContain("::error file=site/index.mdx,line=5,col=5,title=broken-link::The link /nowhere ");
  expect(output).toContain("::error file=site/docs.json,line=1,col=39,title=navigation-entry::");
  expect(summary).toContain("2 errors, 0 warnings in 1 page and 1 link.");
  expect(summary).toContain("| Error | index.mdx:5 | `broken-link` |");
  const sarif = JSON.parse(await readFile(join(repository.path, "found.sarif"), "utf8"));
  expect(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe("site/docs.json");
  expect(code).toBe(1);
});

test("the action passes where nothing is new, and where errors are not to fail it", async () => {
  await using repository = await makeSite();
  await writeFile(join(repository.path, "site/index.mdx"), `${SITE["site/index.mdx"]}\nMore.\n`);

  const since = await runAction(repository.path, { path: "site", since: "HEAD" });
  const lenient = await runAction(repository.path, { path: "site", fail: "false" });

  expect(since).toMatchObject({ code: 0, summary: expect.stringContaining("No problems in 1 page and 1 link.") });
  expect(lenient).toMatchObject({ code: 0, summary: expect.stringContaining("2 errors") });
});

test("text of a page becomes neither a command of the runner nor marks of the summary", async () => {
  await using repository = await makeSite({
    ...SITE,
    "site/index.mdx": "---\ntitle: Home\n---\n\n[it](</a|b%0A::error::x>)\n\n![](./<b>.png)\n",
  });

  const { output, summary } = await runAction(repository.path, { path: "site" });

  expect(output.split("\n").filter((line) => line.startsWith("::")).length).toBe(
    output.split("\n").filter((line) => /^::(error|warning) file=/.test(line)).length,
  );
  expect(summary).not.toMatch(/<b>|\[it\]/);
});

test("wrong usage fails the step also where errors would not", async () => {
  await using repository = await makeSite();

  const { code, output } = await runAction(repository.path, { path: "nowhere", fail: "false" });

  expect(code).toBe(2);
  expect(output).toContain("Folder nowhere not found.");
});
