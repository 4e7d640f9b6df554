import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { reply } from "@docsteward/model-script/script";
import { askAssistant } from "@docsteward/tooling/demo/questions";
import { countClicks } from "../support/count-clicks.ts";
import { goTo, TYPO, untilRest } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

const run = promisify(execFile);
const FILES = 8;

test("each common task takes no more clicks than the documentation says, from the overview on", async ({
  page,
  world,
  site,
}) => {
  const { dashboardUrl, domain, assistantKey: key } = site.project;
  const task = await countClicks(page);
  const needs = page.getByRole("region", { name: "Needs you" });
  const begin = async () => {
    await goTo(page, dashboardUrl);
    task.start();
  };

  // A first job.
  world.model.play("dunlin", [TYPO.read, TYPO.edit, TYPO.finish]);
  await begin();
  await page.getByRole("button", { name: "New job" }).click();
  await page.getByLabel("What should be done?").fill("dunlin: fix the typo");
  await page.getByRole("button", { name: "Start job" }).click();
  await page.getByRole("link", { name: "Pull request #1", exact: true }).click();
  await expect(page.getByRole("button", { name: "Merge into main" })).toBeInViewport();
  expect((await task.end("first job")).clicks).toBeLessThanOrEqual(3);

  // A key, and a call with it.
  await begin();
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog").getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("my key");
  await page.getByRole("button", { name: "Create admin key" }).click();
  const command = page.getByRole("dialog").getByRole("tabpanel", { name: "curl" }).locator("code");
  const { stdout } = await run("sh", ["-c", String(await command.textContent()).replace(/^curl /, "curl -s ")]);
  expect(JSON.parse(stdout)).toHaveProperty("jobs");
  expect((await task.end("key and curl")).clicks).toBeLessThanOrEqual(3);

  // A question that the pages do not answer, until they do.
  const question = "How often should dotterel restore a backup to a spare machine?";
  const file = "guides/backup-and-restore.mdx";
  world.model.play("dotterel", [reply.text("The documentation does not say how often.\n\n[[unanswered]]")]);
  await askAssistant({ url: world.service.url, domain, key, signal: AbortSignal.timeout(200_000) }, question);
  const text = await site.git("show", `main:${file}`);
  world.model.play("dotterel", [
    reply.tool("read", { path: file }),
    reply.tool("write", { path: file, content: `${text.trimEnd()}\n\n## Rehearse\n\nRestore twice a year.\n` }),
    reply.tool("finish", { title: "Say how often to rehearse", summary: "It says twice a year." }),
  ]);
  await begin();
  await needs.getByRole("button", { name: `Turn into a job: Asked once: ${question}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start job" }).click();
  await needs.getByRole("link", { name: /^Review #\d+: Say how often to rehearse/ }).click();
  await page.getByRole("button", { name: "Merge into main" }).click();
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
  world.model.play("dotterel", [reply.text("Restore a backup to a spare machine twice a year [1].")]);
  await page.getByRole("link", { name: "Overview" }).click();
  await needs.getByRole("button", { name: `Ask again: Merged, ask again: ${question}` }).click();
  await expect(page.getByText("The docs now answer this question.", { exact: false })).toBeVisible();
  await expect(needs).not.toContainText(question);
  expect((await task.end("gap to merged answer")).clicks).toBeLessThanOrEqual(6);

  // Why a job failed.
  world.model.play("sanderling", [reply.error(401, "invalid x-api-key")]);
  const failed = await site.api.createJob("sanderling: fix the typo");
  await untilRest(site.api, failed.id);
  await begin();
  await expect(needs).toContainText("ANTHROPIC_API_KEY");
  expect((await task.end("why did it fail")).clicks).toBe(0);
  await needs.getByRole("link", { name: /^Job failed/ }).click();
  await expect(page.getByText("ANTHROPIC_API_KEY", { exact: false }).first()).toBeInViewport();
  await begin();
  await needs.getByRole("button", { name: /^Archive: Job failed/ }).click();
  await expect(needs).not.toContainText("Job failed");

  // An invitation.
  await begin();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Members" }).click();
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeFocused();
  await page.keyboard.type("rosalind@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("dialog").locator("code")).toContainText("/invite/");
  expect((await task.end("invite")).clicks).toBeLessThanOrEqual(4);

  // A pull request of eight files.
  const pages = (await site.git("ls-tree", "-r", "--name-only", "main")).split("\n");
  const paths = pages.filter((path) => path.endsWith(".mdx")).slice(0, FILES);
  const texts = await Promise.all(paths.map((path) => site.git("show", `main:${path}`)));
  world.model.play("turnstone", [
    reply.tools(...paths.map((path) => ({ name: "read", input: { path } }))),
    reply.tools(
      ...paths.map((path, at) => ({
        name: "write",
        input: { path, content: `${texts[at]?.trimEnd()}\n\nLantern is open source.\n` },
      })),
    ),
    reply.tool("finish", { title: "Say that Lantern is open source", summary: "Eight pages say it." }),
  ]);
  const wide = await site.api.createJob("turnstone: say it on eight pages");
  await untilRest(site.api, wide.id);
  await begin();
  await needs.getByRole("link", { name: /Say that Lantern is open source/ }).click();
  await expect(page.getByText("8 files", { exact: false }).first()).toBeVisible();
  await page.getByText("Lantern is open source.").last().scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Merge into main" }).click();
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
  expect((await task.end("review and merge eight files")).clicks).toBeLessThanOrEqual(2);
});
