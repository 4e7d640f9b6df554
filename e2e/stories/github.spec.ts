import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Forge } from "@docsteward/github-forge/forge";
import { startForge } from "@docsteward/github-forge/start-forge";
import { findDrift } from "@docsteward/github-forge/testing-drift";
import { reply } from "@docsteward/model-script/script";
import { createClient } from "@docsteward/tooling/demo/client";
import { ROOT } from "@docsteward/tooling/root";
import type { Page } from "@playwright/test";
import { makeDataFolder, testEnvironment } from "../support/environment.ts";
import { runForge, runStartWell } from "../support/processes.ts";
import { goTo, TYPO, untilRest } from "../support/steps.ts";
import { test as base, expect } from "../support/world.ts";

const run = promisify(execFile);

const test = base.extend<object, { forge: Forge }>({
  forge: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for.
    async ({}, use) => {
      await using forge = await startForge();
      await use(forge);
      expect(findDrift(forge.exchanges)).toEqual([]);
    },
    { scope: "worker" },
  ],
  settings: [({ forge }, use) => use({ GITHUB_API_URL: forge.apiUrl }), { scope: "worker" }],
});

/** Where the pages are written to for people to look at; without it none are. */
const folder = process.env.SCREENSHOTS;

async function look(page: Page, name: string): Promise<void> {
  if (!folder) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `github-${name}-${colorScheme}.png`), fullPage: true });
  }
}

test("an App is made and installed in the browser, a job ends in a pull request there, a comment continues it, and the dashboard closes the next one there", async ({
  page,
  world,
  site,
  forge,
}) => {
  const repository = await forge.addRepository({ owner: "acme", name: "docs", from: site.repository.path });
  forge.addPerson("mira");
  repository.setRole("mira", "write");
  const connect = `${world.service.url}/settings/github`;
  world.model.play("curlew", [
    TYPO.read,
    TYPO.edit,
    TYPO.finish,
    TYPO.read,
    reply.tool("edit", { path: TYPO.page, old: "receive changes", new: "receive all changes" }),
    reply.tool("finish", { title: "Say that pages receive all changes", summary: "It says all changes now." }),
  ]);

  world.model.play("godwit", [
    TYPO.read,
    reply.tool("edit", { path: TYPO.page, old: "receive all changes", new: "receive each change" }),
    reply.tool("finish", { title: "Say that pages receive each change", summary: "It says each change now." }),
  ]);

  await goTo(page, connect);
  await look(page, "connect");
  await page.getByLabel("GitHub organization").fill("acme");
  await page.getByRole("button", { name: "Create App on GitHub" }).click();
  await page.getByLabel("Name").fill("Docs agent");
  await look(page, "manifest");
  await page.getByRole("button", { name: "Create GitHub App" }).click();
  await page.getByText("Only those that are marked").click();
  await page.getByLabel("acme/docs").check();
  await look(page, "install");
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await page.waitForURL(connect);
  await expect(page.getByRole("table", { name: "Installations" }).getByText("ready")).toBeVisible();
  await look(page, "connected");

  await goTo(page, `${site.project.dashboardUrl}/settings/github`);
  await look(page, "project");
  await page.getByRole("combobox", { name: "Change repository" }).fill("docs");
  await page.getByRole("option", { name: /acme\/docs/ }).click();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Connect repository" }).click();
  await expect(page.getByRole("link", { name: repository.url() })).toBeVisible();

  const { id } = await site.api.createJob("curlew: fix the typo");
  await goTo(page, `${site.project.dashboardUrl}/jobs/${id}`);
  await page.getByRole("link", { name: "Opened pull request #1" }).click();
  await page.waitForURL(`${repository.url()}/pull/1`);
  await expect(page.getByRole("heading", { name: /^Fix a typo on the browser page/ })).toBeVisible();
  await look(page, "pull-request");

  await page.getByLabel("Comment").fill("@docs-agent Please say that it is all changes.");
  await page.getByLabel("As").selectOption("mira");
  await page.getByRole("button", { name: "Comment" }).click();
  const answers = page.getByRole("article").filter({ hasText: "@mira" });
  await expect(async () => {
    await page.reload();
    await expect(answers).toHaveCount(1, { timeout: 5_000 });
  }).toPass();
  await expect(answers).toContainText("It says all changes now.");
  await look(page, "answered");
  expect(await repository.git("rev-list", "--count", `main..${repository.pulls()[0]?.head}`)).toBe("2");

  await page.getByLabel("As").selectOption("mira");
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
  await goTo(page, `${site.project.dashboardUrl}/jobs/${id}`);
  await expect(page.getByText("@mira", { exact: true })).toBeVisible();
  await expect(page.getByText(/^mira merged pull request #1/)).toBeVisible();
  await look(page, "job");
  expect(await repository.read(TYPO.page)).toContain("pages receive all changes");
  expect(repository.pulls()).toHaveLength(1);

  const next = await site.api.createJob("godwit: say each change");
  expect(await untilRest(site.api, next.id)).toMatchObject({ prLink: `${repository.url()}/pull/2` });
  await goTo(page, `${site.project.dashboardUrl}/pulls/2`);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Close pull request" }).click();
  await expect(page.getByText("Pull request #2 closed.")).toBeVisible();
  await expect(page.getByText("Closed", { exact: true })).toBeVisible();
  expect(repository.pulls()[1]).toMatchObject({ number: 2, state: "closed", merged: null });
});

test("the forge, a start and three lines of configuration end in a pull request on the forge's own page", async ({
  page,
}) => {
  await using data = await makeDataFolder();
  const plain = testEnvironment(data.path);
  await using forge = await runForge(plain);
  expect(Object.keys(forge.lines)).toHaveLength(3);
  const variables = { ...plain, ...forge.lines };
  const started = await runStartWell(variables);

  const args = ["--org", "lanternfish", "--domain", "lanternfish-docs", "--repo", forge.repositoryUrl, "--json"];
  const cli = join(ROOT, "apps/cli/src/main.ts");
  const { stdout } = await run(process.execPath, [cli, "project", "create", ...args], { env: variables });
  const { projectId, adminKey: key } = JSON.parse(stdout);
  const api = createClient({ url: started.url, projectId, key });
  const job = await untilRest(api, (await api.createJob('fix the typo "recieve"')).id);

  expect(job).toMatchObject({ status: "completed", prLink: `${forge.repositoryUrl}/pull/1` });
  await page.goto(String(job.prLink));
  await expect(page.getByText("1 changed file", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
  expect(await started.end("SIGINT")).toEqual({ code: 0, signal: null });
});
