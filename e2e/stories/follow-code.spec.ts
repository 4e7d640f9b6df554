import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeRepository } from "@docsteward/git/testing";
import { type SeededForge, seedForge } from "@docsteward/github-forge/testing";
import { reply } from "@docsteward/model-script/script";
import type { DemoSite } from "@docsteward/tooling/demo/site";
import { ROOT } from "@docsteward/tooling/root";
import type { Page } from "@playwright/test";
import { makeDataFolder } from "../support/environment.ts";
import { goTo } from "../support/steps.ts";
import { test as base, expect, type World } from "../support/world.ts";

const run = promisify(execFile);

/** The service has a GitHub App at a forge, which sees all of `acme`. */
const test = base.extend<object, { github: SeededForge }>({
  github: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for.
    async ({}, use) => {
      await using github = await seedForge();
      await use(github);
    },
    { scope: "worker" },
  ],
  settings: [
    ({ github: { app, forge } }, use) =>
      use({
        GITHUB_API_URL: forge.apiUrl,
        GITHUB_APP_ID: String(app.id),
        GITHUB_APP_PRIVATE_KEY: app.privateKey,
        GITHUB_WEBHOOK_SECRET: app.webhookSecret,
      }),
    { scope: "worker" },
  ],
});

const GUIDE = "guides/scheduled-changes.mdx";
const REFERENCE = "reference/cli.mdx";

/** A file with one automation, which follows the product. */
const automations = (word: string, more = "") => `automations:
  - name: follow-app
    on:
      merge: { source: app, paths: [src] }${more}
    prompt: "${word}: update the pages that this change makes false."
`;
const PULLS = "\n      pull_request: { source: app, paths: [src] }";

/** The product's code: the flags of its command line. */
const flags = (late: string) => `export const flags = [\n  "--at",\n  "${late}",\n];\n`;

test("a renamed flag becomes one pull request for the two pages that name it, and moved code becomes none", async ({
  page,
  world,
  site,
}) => {
  await using app = await makeRepository({ "src/flags.ts": flags("--skip-if-late"), "src/main.ts": "run();\n" });
  const { dashboardUrl } = site.project;
  playRename(world, "whinchat", await Promise.all([GUIDE, REFERENCE].map((path) => site.git("show", `main:${path}`))));

  await goTo(page, `${dashboardUrl}/settings/sources`);
  const source = page.getByRole("form", { name: "Add source" });
  await source.getByText("Service machine", { exact: true }).click();
  await source.getByLabel("Repository", { exact: true }).fill(app.path);
  await source.getByLabel("Name", { exact: true }).fill("app");
  await source.getByRole("button", { name: "Add source" }).click();
  await expect(page.getByRole("table", { name: "Sources" })).toContainText("app");
  await pushFile(site.repository.path, ".docsteward/automations.yml", automations("whinchat"));
  await goTo(page, `${dashboardUrl}/automations`);
  const automation = page.getByRole("list", { name: "Automations" }).getByRole("listitem").first();
  await expect(automation).toContainText(`Follows @app up to ${(await app.head()).slice(0, 10)}`);

  const renamed = await app.commit({ "src/flags.ts": flags("--drop-if-late") }, "main", "Rename --skip-if-late");
  await automation.getByRole("link", { name: "#1 is open" }).click();
  await page.waitForURL("**/pulls/1");
  const changes = page.getByRole("region", { name: "Changes" });
  for (const path of [GUIDE, REFERENCE]) await expect(changes.getByText(path)).toBeVisible();
  await page.getByText("Description", { exact: true }).click();
  await expect(page.getByText(`Follows @app at ${renamed.slice(0, 10)}.`)).toBeVisible();
  await page.getByRole("button", { name: "Merge into main" }).click();
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
  const merged = (await site.git("diff", "--name-only", site.repository.head, "main")).split("\n");
  expect(merged).toEqual([".docsteward/automations.yml", GUIDE, REFERENCE]);
  expect(await site.git("show", `main:${GUIDE}`)).toContain("--drop-if-late");

  const asked = world.model.server.requests.length;
  const moved = await app.commit({ "src/main.ts": null, "src/start.ts": "run();\n" }, "main", "Move the entry point");
  await goTo(page, `${dashboardUrl}/automations`);
  await expect(automation).toContainText(`Follows @app up to ${moved.slice(0, 10)}`);
  await expect(automation).toContainText("Did nothing. Nothing to do: The change only moves code.");
  await automation.getByRole("button", { name: "Runs of follow-app" }).click();
  const runs = automation.getByRole("list", { name: "Runs of follow-app" }).getByRole("listitem");
  await expect(runs).toHaveText([/Did nothing/, /Started a job/]);
  expect(world.model.server.requests).toHaveLength(asked);
  await goTo(page, `${dashboardUrl}/pulls`);
  await expect(page.getByRole("link", { name: /Rename the flag for late changes/ })).toHaveCount(1);
});

test("a pull request in the code is told which pages it will make false, and its merge changes them", async ({
  page,
  world,
  site,
  github: { app, forge, installation },
}) => {
  const docs = await forge.addRepository({ owner: "acme", name: "lantern-docs", from: site.repository.path });
  const code = { "src/flags.ts": flags("--skip-if-late"), "src/main.ts": "run();\n" };
  const product = await forge.addRepository({ owner: "acme", name: "lantern", files: code });
  forge.select(installation);
  forge.addPerson("mira");
  for (const repository of [docs, product]) repository.setRole("mira", "write");
  app.webhookUrl = `${world.service.url}/api/github/webhooks`;
  const texts = await Promise.all([GUIDE, REFERENCE].map((path) => docs.read(path)));
  playRename(world, "wheatear", texts.map(String));
  await docs.commit({ ".docsteward/automations.yml": automations("wheatear", PULLS) }, { by: "mira" });
  await docsteward(world, "github", "assign", "--account", "acme", "--org", "demo");
  const args = ["--org", "demo", "--domain", "lantern-docs", "--repo", docs.url(), "--json"];
  const made = await docsteward(world, "project", "create", ...args);
  const { projectId, adminKey, dashboardUrl }: DemoSite["project"] = JSON.parse(made);
  const added = await fetch(`${world.service.url}/v2/agent/${projectId}/sources`, {
    method: "POST",
    headers: { Authorization: `Bearer ${adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "app", repository: product.url() }),
  });
  expect(await added.json()).toMatchObject({ name: "app", ref: "main" });
  await goTo(page, `${dashboardUrl}/automations`);
  const automation = page.getByRole("list", { name: "Automations" }).getByRole("listitem").first();
  await expect(automation).toContainText("Follows @app up to ");

  await product.commit({ "src/flags.ts": flags("--drop-if-late") }, { branch: "rename", by: "mira" });
  const number = await product.openPull({ branch: "rename", title: "Rename --skip-if-late", by: "mira" });
  await reloadUntil(page, `${product.url()}/pull/${number}`, "2 pages will be false");
  expect(product.checkRuns().map(({ conclusion }) => conclusion)).toEqual(["neutral"]);
  await page.getByLabel("As").selectOption("mira");
  await page.getByRole("button", { name: "Merge" }).click();

  await goTo(page, `${dashboardUrl}/automations`);
  await automation.getByRole("link", { name: "#1 is open" }).click();
  await page.waitForURL(`${dashboardUrl}/pulls/1`);
  const changes = page.getByRole("region", { name: "Changes" });
  for (const path of [GUIDE, REFERENCE]) await expect(changes.getByText(path)).toBeVisible();
  await page.goto(`${docs.url()}/pull/1`);
  await expect(page.getByText("2 changed files", { exact: true })).toBeVisible();
  await expect(page.getByRole("article").first()).toContainText("Follows");
  await expect(page.locator(`a[href="${product.url()}/pull/${number}"]`).first()).toBeVisible();
  await page.getByLabel("As").selectOption("mira");
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();

  const asked = world.model.server.requests.length;
  await product.commit({ "src/main.ts": null, "src/start.ts": "run();\n" }, { by: "mira", message: "Move the start" });
  await goTo(page, `${dashboardUrl}/automations`);
  await expect(automation).toContainText("Did nothing. Nothing to do: The change only moves code.");
  expect(world.model.server.requests).toHaveLength(asked);
  expect(docs.pulls()).toHaveLength(1);
});

/** Lets the agent rename the flag on the two pages that name it. */
function playRename(world: World, word: string, [guide = "", reference = ""]: string[]): void {
  const rename = (path: string, text: string) =>
    reply.tool("write", { path, content: `${text.trimEnd().replaceAll("--skip-if-late", "--drop-if-late")}\n` });
  world.model.play(word, [
    reply.tools({ name: "read", input: { path: GUIDE } }, { name: "read", input: { path: REFERENCE } }),
    rename(GUIDE, guide),
    rename(REFERENCE, reference),
    reply.tool("finish", { title: "Rename the flag for late changes", summary: "The flag is `--drop-if-late` now." }),
  ]);
}

async function docsteward({ service, variables }: World, ...args: string[]): Promise<string> {
  const env = { ...variables, DATABASE_URL: service.databaseUrl, BASE_URL: service.url };
  const { stdout } = await run(process.execPath, [join(ROOT, "apps/cli/src/main.ts"), ...args], { env });
  return stdout;
}

/** The forge's pages show what is, and do not change by themselves. */
async function reloadUntil(page: Page, url: string, text: string): Promise<void> {
  await expect(async () => {
    await page.goto(url);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Adds a file to the main branch of a repository, as a person does who has it checked out. */
async function pushFile(repository: string, path: string, content: string): Promise<void> {
  await using folder = await makeDataFolder();
  const checkout = join(folder.path, "checkout");
  const git = (...args: string[]) =>
    run("git", ["-c", "user.name=Mira", "-c", "user.email=mira@lanternfish.example", ...args]);
  await git("clone", "--quiet", repository, checkout);
  await mkdir(dirname(join(checkout, path)), { recursive: true });
  await writeFile(join(checkout, path), content);
  await git("-C", checkout, "add", path);
  await git("-C", checkout, "commit", "--quiet", "--message", `Add ${path}`);
  await git("-C", checkout, "push", "--quiet", "origin", "HEAD:main");
}
