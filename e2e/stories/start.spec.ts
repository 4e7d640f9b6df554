import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { createClient } from "@docsteward/tooling/demo/client";
import { makeSampleRepository } from "@docsteward/tooling/make-sample-repository";
import { ROOT } from "@docsteward/tooling/root";
import { expect, test } from "@playwright/test";
import { makeDataFolder, testEnvironment } from "../support/environment.ts";
import { runStart, runStartWell } from "../support/processes.ts";
import { goTo, isAlive, untilRest } from "../support/steps.ts";

const run = promisify(execFile);

async function docsteward(variables: Record<string, string | undefined>, ...args: string[]) {
  const { stdout } = await run(process.execPath, [join(ROOT, "apps/cli/src/main.ts"), ...args], { env: variables });
  return stdout;
}

test("a second start keeps jobs and keys, Ctrl-C leaves no process, and every line is a log line", async () => {
  await using folder = await makeDataFolder();
  const variables = testEnvironment(folder.path);
  const repository = await makeSampleRepository(join(folder.path, "docs.git"));
  const args = ["project", "create", "--org", "acme", "--domain", "acme-docs", "--repo", repository.path, "--json"];
  const { projectId, adminKey } = JSON.parse(await docsteward(variables, ...args));

  const first = await runStartWell(variables);
  const api = createClient({ url: first.url, projectId, key: adminKey });
  const job = await untilRest(api, (await api.createJob('fix the typo "recieve"')).id);
  expect(job.status).toBe("completed");
  expect(first.plainLines()).toEqual([]);
  expect(await first.end("SIGINT")).toEqual({ code: 0, signal: null });
  expect(first.pids().map(({ name }) => name)).toEqual(
    expect.arrayContaining(["docsteward-web", "docsteward-worker", "postgresql"]),
  );
  expect(first.pids().filter(({ pid }) => isAlive(pid))).toEqual([]);

  const second = await runStartWell(variables);
  const again = createClient({ url: second.url, projectId, key: adminKey });
  expect(await again.getJob(job.id)).toEqual(job);
  expect(await second.end("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(second.pids().filter(({ pid }) => isAlive(pid))).toEqual([]);
});

test("a stranger makes the first account by the link that start prints, once", async ({ page }) => {
  await using folder = await makeDataFolder();
  const started = await runStartWell(testEnvironment(folder.path));
  const link = String(started.setupLink);
  await goTo(page, started.url);
  await expect(page.getByRole("heading", { name: "Set up Docsteward" })).toBeVisible();

  await goTo(page, link);
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByLabel("Password").fill("the weaver of numbers");
  await page.getByLabel("Organization").fill("acme");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${started.url}/setup/project`);
  await page.getByRole("link", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "No projects yet" })).toBeVisible();
  await goTo(page, link);
  await page.waitForURL(`${started.url}/`);

  await page.context().clearCookies();
  await goTo(page, `${started.url}/acme/acme-docs/jobs`);
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByLabel("Password").fill("the weaver of numbers");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${started.url}/acme/acme-docs/jobs`);
  expect(await started.end("SIGINT")).toEqual({ code: 0, signal: null });
});

test("when the supervisor is killed its processes leave, and the next start takes over the database", async () => {
  await using folder = await makeDataFolder();
  const variables = testEnvironment(folder.path);
  const first = await runStartWell(variables);
  const database = first.pids().find(({ name }) => name === "postgresql")?.pid;

  await first.end("SIGKILL");
  const left = () => first.pids().filter(({ name, pid }) => name !== "postgresql" && isAlive(pid));
  while (left().length > 0) await wait(50);

  const second = await runStartWell(variables);
  expect(second.pids().find(({ name }) => name === "postgresql")?.pid).toBe(database);
  expect(await second.end("SIGINT")).toEqual({ code: 0, signal: null });
  expect(isAlive(Number(database))).toBe(false);
});

test("what is wrong at the start is one sentence and exit code 1", async () => {
  await using folder = await makeDataFolder();
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, "127.0.0.1", done));
  const { port } = taken.address() as { port: number };
  const cases: [Record<string, string>, string][] = [
    [
      { PORT: String(port) },
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to a free port.`,
    ],
    [{ DATA_DIR: "/dev/null/data" }, "The data folder /dev/null/data isn't writable"],
    [{ DATABASE_URL: "postgres://me:hush@127.0.0.1:1/docs" }, 'DATABASE_URL: the database "docs" at 127.0.0.1:1'],
    [{ PORT: "many", WORKERS: "-1" }, "PORT must be a whole number from 0 to 65535\n  WORKERS must be"],
  ];
  for (const [wrong, sentence] of cases) {
    const started = await runStart(testEnvironment(folder.path, wrong));
    expect(started.output()).toContain(sentence);
    expect(started.output()).not.toContain("hush");
    expect(await started.end("SIGKILL")).toEqual({ code: 1, signal: null });
  }
  await new Promise((done) => taken.close(done));
});
