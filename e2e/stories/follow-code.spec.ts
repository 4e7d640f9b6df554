import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeRepository } from "@docsteward/git/testing";
import { reply } from "@docsteward/model-script/script";
import { makeDataFolder } from "../support/environment.ts";
import { goTo } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

const run = promisify(execFile);
const GUIDE = "guides/scheduled-changes.mdx";
const REFERENCE = "reference/cli.mdx";

const AUTOMATIONS = `automations:
  - name: follow-app
    on:
      merge: { source: app, paths: [src] }
    prompt: "whinchat: update the pages that this change makes false."
`;

/** The product's code: the flags of its command line. */
const flags = (late: string) =>
  `export const flags = {\n  "--at": { type: "string" },\n  "${late}": { type: "boolean", default: false },\n};\n`;

test("a renamed flag becomes one pull request for the two pages that name it, and moved code becomes none", async ({
  page,
  world,
  site,
}) => {
  await using app = await makeRepository({ "src/flags.ts": flags("--skip-if-late"), "src/main.ts": "run();\n" });
  const { dashboardUrl } = site.project;
  const rename = (path: string, text: string) =>
    reply.tool("write", { path, content: `${text.replaceAll("--skip-if-late", "--drop-if-late")}\n` });
  const [guide, reference] = await Promise.all([GUIDE, REFERENCE].map((path) => site.git("show", `main:${path}`)));
  world.model.play("whinchat", [
    reply.tools({ name: "read", input: { path: GUIDE } }, { name: "read", input: { path: REFERENCE } }),
    rename(GUIDE, String(guide)),
    rename(REFERENCE, String(reference)),
    reply.tool("finish", { title: "Rename the flag for late changes", summary: "The flag is `--drop-if-late` now." }),
  ]);

  await goTo(page, `${dashboardUrl}/settings/sources`);
  const source = page.getByRole("form", { name: "Add source" });
  await source.getByLabel("Repository", { exact: true }).fill(app.path);
  await source.getByLabel("Name", { exact: true }).fill("app");
  await source.getByRole("button", { name: "Add source" }).click();
  await expect(page.getByRole("table", { name: "Sources" })).toContainText("app");
  await pushFile(site.repository.path, ".docsteward/automations.yml", AUTOMATIONS);
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
