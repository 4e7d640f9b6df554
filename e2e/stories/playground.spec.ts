import { reply } from "@docsteward/model-script/script";
import { goTo } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

const QUESTION = "How do I write a backup of godwit to a file?";
const ANSWER = "Run `lantern export` to write a backup [1]. Keep the file away from the machine.";

test("an answer comes with citations, and goes on after a reload in its middle", async ({ page, world, site }) => {
  const goOn = Promise.withResolvers<void>();
  world.model.play("godwit", [reply.text(ANSWER, { pieces: 8, until: goOn.promise })]);
  await goTo(page, `${site.project.dashboardUrl}/assistant`);
  await page.getByRole("textbox", { name: "Question" }).fill(QUESTION);
  await page.getByRole("button", { name: "Ask" }).click();
  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer).toContainText("Run");
  await expect(page.getByRole("button", { name: "Stop the answer" })).toBeVisible();

  await page.reload();
  await expect(answer).toContainText("Run");
  goOn.resolve();
  await expect(answer).toContainText("away from the machine");
  await expect(page.getByRole("button", { name: "Stop the answer" })).toBeHidden();

  await expect(page.getByRole("article", { name: "Answer" })).toHaveCount(1);
  await answer.getByRole("list", { name: "Sources of this answer" }).getByRole("button").first().click();
  const beside = page.getByRole("complementary", { name: "Answer details" });
  await expect(beside).toContainText("backup");
});

test("what a call carries is in the address", async ({ page, site }) => {
  await goTo(page, `${site.project.dashboardUrl}/assistant`);
  await page.getByRole("button", { name: "12 pages" }).click();
  await page.getByLabel("retrievalPageSize").fill("3");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "All pages" }).click();
  await page.getByLabel("Path", { exact: true }).fill("/guides");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/[?&]pages=3(&|$)/);
  await expect(page).toHaveURL(/[?&]path=\/guides(&|$)/);

  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "3 pages" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Filter: 1" })).toBeVisible();
});

test("threads stand beside the chat, to go on with by keyboard, and behind a button where there is no room", async ({
  page,
  world,
  site,
}) => {
  const goOn = Promise.withResolvers<void>();
  world.model.play("smew", [reply.text("Run `lantern export` [1].", { pieces: 8, until: goOn.promise })]);
  await goTo(page, `${site.project.dashboardUrl}/assistant`);
  const threads = page.getByRole("navigation", { name: "Your threads" });
  const thread = threads.getByRole("link", { name: /How does smew write a backup/ });
  const answer = page.getByRole("article", { name: "Answer" });
  await page.getByRole("textbox", { name: "Question" }).fill("How does smew write a backup?");
  await page.keyboard.press("Enter");
  await expect(thread).toHaveAttribute("aria-current", "true");
  goOn.resolve();
  await expect(answer).toContainText("lantern export");

  await threads.getByRole("button", { name: "New thread" }).press("Enter");
  await expect(answer).toBeHidden();
  await page.getByRole("heading", { name: "Playground" }).click();
  await page.keyboard.press("j");
  await expect(thread).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(answer).toContainText("lantern export");

  await threads.getByRole("button", { name: "Hide your threads" }).click();
  await page.reload({ waitUntil: "networkidle" });
  await expect(threads).toBeHidden();
  await page.getByRole("button", { name: "Show your threads" }).click();
  await expect(thread).toBeVisible();
  await page.setViewportSize({ width: 375, height: 800 });
  await expect(threads).toBeHidden();
  await page.getByRole("button", { name: "New", exact: true }).click();
  const recent = page.getByRole("region", { name: "Continue a thread" });
  await recent.getByRole("button", { name: /How does smew write a backup/ }).click();
  await expect(answer).toContainText("lantern export");
});

test("what the pages do not say becomes a gap, a job, a merged pull request and an answer", async ({
  page,
  world,
  site,
}) => {
  const question = "How often should whimbrel restore a backup to a spare machine?";
  const file = "guides/backup-and-restore.mdx";
  world.model.play("whimbrel", [reply.text("The documentation does not say how often.\n\n[[unanswered]]")]);
  await goTo(page, `${site.project.dashboardUrl}/assistant`);
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByText("Not answered by the docs. Added to gaps.")).toBeVisible();

  await goTo(page, `${site.project.dashboardUrl}/conversations/gaps`);
  await expect(page.getByRole("navigation", { name: "Project" })).toContainText("1 open gap");
  await page.getByRole("checkbox", { name: `Select ${question}` }).click();
  await page.getByRole("button", { name: "New job" }).click();
  await expect(page.getByRole("dialog", { name: "Turn into a job" }).getByLabel("Prompt")).toHaveValue(/whimbrel/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: question }).click();
  await page.getByRole("combobox", { name: "Owner" }).click();
  await page.getByRole("option", { name: "Ada Lovelace" }).click();
  await expect(page.getByRole("combobox", { name: "Owner" })).toHaveText("Ada Lovelace");
  const text = await site.git("show", `main:${file}`);
  world.model.play("whimbrel", [
    reply.tool("read", { path: file }),
    reply.tool("write", { path: file, content: `${text.trimEnd()}\n\n## Rehearse\n\nRestore twice a year.\n` }),
    reply.tool("finish", { title: "Say how often to rehearse", summary: "It says twice a year." }),
  ]);
  await page.getByRole("button", { name: "Turn into a job" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn into a job" });
  await expect(dialog.getByLabel("Prompt")).toHaveValue(/whimbrel/);
  await dialog.getByRole("button", { name: "Start job" }).click();
  await page.getByRole("list", { name: "Progress" }).getByRole("link", { name: "#1" }).click();
  await page.getByRole("button", { name: "Merge into main" }).click();
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();

  world.model.play("whimbrel", [reply.text("Restore a backup to a spare machine twice a year [1].")]);
  await goTo(page, `${site.project.dashboardUrl}/conversations/gaps`);
  await page.getByRole("link", { name: question }).click();
  await expect(page.getByRole("list", { name: "Progress" })).toContainText("Ask again to check");
  await page.getByRole("button", { name: "Ask again" }).click();

  await expect(page.getByText("Answered by the docs", { exact: true })).toBeVisible();
});
