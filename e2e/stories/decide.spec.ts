import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { reply } from "@docsteward/model-script/script";
import { commitPage, goTo, TYPO, untilRest } from "../support/steps.ts";
import { takeDescription } from "../support/take-picture.ts";
import { expect, test } from "../support/world.ts";

const run = promisify(execFile);
/** A page outside of the navigation is a warning. */
const ORPHAN = "guides/try-an-import.mdx";
const ORPHAN_TEXT = `---
title: Try an import
description: See what an import changes, before it does.
---

\`lantern import --dry-run\` prints each change and makes none. Add \`--limit 20\` for the first twenty.
`;

test("a merge with warnings names them and asks, and the pull request is found from the overview", async ({
  page,
  world,
  site,
}) => {
  world.model.play("egret", [
    reply.tool("write", { path: ORPHAN, content: ORPHAN_TEXT }),
    reply.tool("finish", {
      title: "Explain how to try an import",
      summary: "Adds a guide on `lantern import --dry-run`: what it prints, and how to print less.",
    }),
  ]);
  const { id } = await site.api.createJob("egret: add a page on how to try an import");
  const { prLink } = await untilRest(site.api, id);
  await takeDescription(page, prLink, "pull-request-warning");

  await goTo(page, site.project.dashboardUrl);
  const needs = page.getByRole("region", { name: "Needs you" });
  await needs.getByRole("link", { name: /^Review #1: Explain how to try an import/ }).click();
  await page.waitForURL("**/pulls/1");
  await expect(page.getByRole("region", { name: "Checks" })).toContainText(ORPHAN);
  await expect(page.getByRole("button", { name: "Merge into main" })).toBeInViewport();
  await expect(page.getByRole("region", { name: "Changes" })).toBeInViewport();
  await page.getByRole("button", { name: "Merge into main" }).click();
  const question = page.getByRole("alertdialog", { name: /^Merge with \d+ open problems?\?$/ });
  await expect(question).toContainText(ORPHAN);
  expect(await site.git("rev-parse", "main")).toBe(site.repository.head);
  await question.getByRole("button", { name: "Merge with problems" }).click();

  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
  expect(await site.git("show", `main:${ORPHAN}`)).toBe(ORPHAN_TEXT.trimEnd());
});

test("comments on lines go to the agent as one follow-up, and a merged pull request can be reverted", async ({
  page,
  world,
  site,
}) => {
  const again = reply.tool("edit", { path: TYPO.page, old: "receive changes", new: "receive all changes" });
  const finished = reply.tool("finish", {
    title: "Fix a typo on the browser page, and say which changes pages receive",
    summary: "“Connect” spells **receive** correctly, and says that pages receive all changes.",
  });
  world.model.play("whimbrel", [TYPO.read, TYPO.edit, TYPO.finish, TYPO.read, again, finished]);
  const { id } = await site.api.createJob("whimbrel: fix the typo");
  const { prLink } = await untilRest(site.api, id);
  await takeDescription(page, prLink, "pull-request-edit");

  await goTo(page, String(prLink));
  const changes = page.getByRole("region", { name: "Changes" });
  await changes.locator("[data-column-number][data-line-type=change-addition]").first().click();
  await expect(page.getByLabel("Line")).toHaveValue("27");
  await page.getByLabel("Comment", { exact: true }).fill("Say that it is all changes.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: `Comment on ${TYPO.page}` }).click();
  await page.getByLabel("Comment", { exact: true }).fill("Keep it short.");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expect(page.getByRole("region", { name: "Review" })).toContainText("2 comments");
  await page.getByRole("button", { name: "Send to the agent" }).click();
  await page.waitForURL("**/jobs/job_*");
  await expect(page.getByText("line 27: Say that it is all changes.", { exact: false })).toBeVisible();
  await untilRest(site.api, id);
  await takeDescription(page, prLink, "pull-request-follow-up");
  await goTo(page, String(prLink));
  await expect(page.getByText("receive all changes over the same stream")).toBeVisible();
  await page.getByRole("button", { name: "Merge into main" }).click();
  await page.getByRole("button", { name: "Revert" }).click();

  await expect(page.getByLabel("What should be done?")).toHaveValue(/^Revert pull request #1/);
});

test("the preview shows a page before and after at its first change, beside a list of the changed pages", async ({
  page,
  world,
  site,
}) => {
  const path = "guides/backup-and-restore.mdx";
  const text = await site.git("show", `main:${path}`);
  const content = `${text.trimEnd()}\n\n## Rehearse\n\nRestore a backup twice a year.\n`;
  world.model.play("wigeon", [
    reply.tools({ name: "read", input: { path: TYPO.page } }, { name: "read", input: { path } }),
    reply.tools(
      { name: "edit", input: { path: TYPO.page, old: "recieve", new: "receive" } },
      { name: "write", input: { path, content } },
    ),
    TYPO.finish,
  ]);
  const { id } = await site.api.createJob("wigeon: fix the typo, and say how often to rehearse");
  const { prLink } = await untilRest(site.api, id);
  await goTo(page, String(prLink));
  await page.getByRole("tab", { name: "Preview" }).click();
  const [before, after] = [page.getByRole("article", { name: "Before" }), page.getByRole("article", { name: "After" })];
  const changed = (side: typeof before) => side.locator("[data-changed]").first();

  const list = page.getByRole("navigation", { name: "Changed pages" });
  await expect(list.getByRole("link")).toHaveText(["backup-and-restore.mdx+4 −0", "browser.mdx+1 −1"]);
  await expect(changed(after)).toHaveText("New or changed: Rehearse");
  await expect(changed(after)).toBeInViewport();
  await expect(before.getByRole("heading", { name: "Rehearse" })).toHaveCount(0);
  await list.getByRole("link", { name: "browser.mdx" }).click();
  await expect(changed(before)).toContainText("recieve");
  await expect(changed(after)).toContainText("receive");
  const topOf = async (side: typeof before) => (await changed(side).boundingBox())?.y;
  expect(await topOf(before)).toBe(await topOf(after));

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(before).toBeHidden();
  await page.getByRole("button", { name: "Before", exact: true }).click();
  await expect(changed(before)).toContainText("recieve");
  await expect(after).toBeHidden();
});

test("a base that is checked out is known before the merge, with the command that merges there", async ({
  page,
  world,
  site,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-checkout-"));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(async () => {
    await site.git("worktree", "remove", "--force", folder);
  });
  await site.git("worktree", "add", "--force", folder, "main");
  world.model.play("godwit", [TYPO.read, TYPO.edit, TYPO.finish]);
  const { id } = await site.api.createJob("godwit: fix the typo");
  const { prLink } = await untilRest(site.api, id);

  await goTo(page, String(prLink));
  const notice = page.getByRole("region", { name: "Not ready to merge" });
  await expect(notice).toContainText(`checked out in ${folder}`);
  await expect(page.getByRole("button", { name: "Merge into main" })).toBeHidden();
  const command = String(await notice.locator("code").first().textContent());
  const identity = { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" };
  const committer = { GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.com" };
  await run("sh", ["-c", command], {
    env: { PATH: process.env.PATH, HOME: folder, ...identity, ...committer },
  });
  await notice.getByRole("button", { name: "Check again" }).click();

  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
});

test("after a conflict the agent makes the change again on the present base, and that can be merged", async ({
  page,
  world,
  site,
}) => {
  const again = reply.tool("edit", { path: TYPO.page, old: "get every change", new: "receive every change" });
  world.model.play("avocet", [TYPO.read, TYPO.edit, TYPO.finish, TYPO.read, again, TYPO.finish]);
  const { id } = await site.api.createJob("avocet: fix the typo");
  const { prLink } = await untilRest(site.api, id);
  const text = await site.git("show", `main:${TYPO.page}`);
  await commitPage(site, TYPO.page, `${text.replace("recieve changes", "get every change")}\n`);

  await goTo(page, String(prLink));
  const notice = page.getByRole("region", { name: "Not ready to merge" });
  await expect(notice).toContainText(`main has changed the same lines since (${TYPO.page})`);
  await expect(page.getByRole("button", { name: "Merge into main" })).toBeHidden();
  await notice.getByRole("button", { name: "Ask the agent to update" }).click();
  await page.waitForURL("**/jobs/job_*");
  await page.getByRole("link", { name: "Pull request #2", exact: true }).click();
  await page.getByRole("button", { name: "Merge into main" }).click();

  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
  expect(await site.git("show", `main:${TYPO.page}`)).toContain("receive every change");
  await goTo(page, String(prLink));
  await expect(page.getByText("Closed", { exact: true })).toBeVisible();
});

test("a job that changes nothing says so, and is found by that", async ({ page, world, site }) => {
  const summary = "The page already says receive.";
  world.model.play("bittern", [
    TYPO.read,
    reply.tool("finish", { title: "Look at the browser page", summary, noChange: true }),
  ]);
  const { id } = await site.api.createJob("bittern: look at the page");
  await untilRest(site.api, id);

  await goTo(page, `${site.project.dashboardUrl}/jobs`);
  await page.getByRole("button", { name: "Failed", exact: true }).click();
  await expect(page.getByText("No matching jobs.")).toBeVisible();
  await page.getByRole("button", { name: "No changes", exact: true }).click();
  await page.getByRole("link", { name: /bittern/ }).click();

  const outcome = page.getByRole("status").filter({ hasText: "No changes." });
  await expect(outcome).toContainText(summary);
  await page.getByRole("link", { name: "All jobs" }).click();
  await page.waitForURL("**/jobs");
});

test("jobs show their facts, are exported, and are cancelled and archived together", async ({ page, world, site }) => {
  world.model.play("garganey", [TYPO.read, TYPO.edit, TYPO.finish]);
  world.model.play("shoveler", [TYPO.read, reply.hang()]);
  const { id } = await site.api.createJob("garganey: fix the typo");
  await untilRest(site.api, id);
  const active = await site.api.createJob("shoveler: wait");

  await goTo(page, `${site.project.dashboardUrl}/jobs`);
  const rows = page.getByRole("list", { name: "Jobs" }).getByRole("listitem");
  const done = rows.filter({ hasText: "garganey" });
  await expect(done).toContainText("+1 −1");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Show details" }).click();
  await expect(done.getByText("Changes:")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/-jobs-.*\.csv$/);

  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Cancel jobs" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel job" }).click();
  const problems = page.getByRole("region", { name: "Selection" }).getByRole("alert");
  await expect(problems).toContainText("can't be cancelled: it is already completed");
  expect(await untilRest(site.api, active.id)).toMatchObject({ status: "failed" });
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("2 jobs archived.")).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test("a folder without pages is no step that is done, and folders that have some are offered", async ({
  page,
  site,
}) => {
  await goTo(page, `${site.project.dashboardUrl}/settings`);
  await page.getByLabel("Docs folder").fill("images");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await goTo(page, site.project.dashboardUrl);

  const steps = page.getByRole("region", { name: "Set up" });
  await expect(steps).toContainText("The folder images has no Markdown pages.");
  await expect(steps.getByRole("button", { name: "To do: Index the pages" })).toBeVisible();
  await steps.getByRole("button", { name: /^guides \d+ pages$/ }).click();
  await expect(steps.getByRole("button", { name: "Done: Index the pages" })).toBeVisible();
});

test("a page that does not exist keeps the project's frame, and a project that does not exist has none", async ({
  page,
  world,
  site,
}) => {
  const frame = page.getByRole("navigation", { name: "Project" });

  await page.goto(`${site.project.dashboardUrl}/nope`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(frame).toBeVisible();
  await page.goto(`${world.service.url}/demo/no-such-site`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(frame).toBeHidden();
});

test("the reference of a project has its id and address in the samples", async ({ page, world, site }) => {
  await goTo(page, site.project.dashboardUrl);
  await page.getByRole("link", { name: "API", exact: true }).click();
  await page.waitForURL("**/reference");
  const createJob = page.locator("#createAgentJob");
  await createJob.getByText("Create agent job").click();

  const sample = createJob.locator("pre code").first();
  await expect(sample).toContainText(`${world.service.url}/v2/agent/${site.project.projectId}/job`);
});
