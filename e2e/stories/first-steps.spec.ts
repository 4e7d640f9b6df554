import { join } from "node:path";
import { QUESTION } from "@docsteward/tooling/demo/questions";
import { makeSampleRepository } from "@docsteward/tooling/make-sample-repository";
import { expect, test } from "@playwright/test";
import { countClicks } from "../support/count-clicks.ts";
import { makeDataFolder, testEnvironment } from "../support/environment.ts";
import { runStartWell } from "../support/processes.ts";
import { goTo } from "../support/steps.ts";
import { takePicture } from "../support/take-picture.ts";

test("a stranger gets from the first start to a merged pull request and a cited answer", async ({ page }) => {
  await using folder = await makeDataFolder();
  const repository = await makeSampleRepository(join(folder.path, "docs.git"));
  const started = await runStartWell(testEnvironment(folder.path));
  const link = String(started.setupLink);
  const task = await countClicks(page);

  await goTo(page, link);
  task.start();
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByLabel("Password").fill("the weaver of numbers");
  await page.getByLabel("Organization").fill("Acme");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/setup/project");
  await expect(page.getByLabel("Repository")).toBeFocused();
  const wrong = join(folder.path, "nothing.git");
  await page.getByLabel("Repository").fill(wrong);
  await page.keyboard.press("Enter");
  await expect(page.getByText(wrong, { exact: false })).toBeVisible();
  await page.getByLabel("Repository").fill(repository.path);
  await expect(page.getByLabel("Name")).toHaveValue("docs");
  await page.getByLabel("Name").fill("lanternfish");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/acme/lanternfish");
  const steps = page.getByRole("region", { name: "Set up" });
  await expect(steps).toContainText("2 of 6 steps done");

  await page.getByRole("button", { name: "To do: Run the first job" }).click();
  await steps.getByText("Start a job", { exact: true }).click();
  await expect(page.getByText("No language model is set up", { exact: false })).toBeVisible();
  await page.getByLabel("What should be done?").fill('Fix the typo "recieve"');
  await page.getByRole("button", { name: "Start job" }).click();
  const pullRequest = page.getByRole("link", { name: "Pull request #1", exact: true });
  await expect(pullRequest).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^Fixed “recieve” to “receive”/ })).toBeVisible();
  await takePicture(page, "job");
  await pullRequest.click();
  const merge = page.getByRole("button", { name: "Merge into main" });
  await expect(merge).toBeInViewport();
  expect((await task.end("first start to the first pull request")).clicks).toBeLessThanOrEqual(5);
  await merge.click();
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Playground" }).click();
  await page.getByRole("textbox", { name: "Question" }).fill(QUESTION.text);
  await page.getByRole("button", { name: "Ask" }).click();
  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer).toContainText(QUESTION.answer);
  await answer.getByRole("list", { name: "Sources of this answer" }).getByRole("button").first().click();
  await expect(page.getByRole("complementary", { name: "Answer details" })).toContainText("lantern");
  await takePicture(page, "playground");

  await page.getByRole("link", { name: "Overview" }).click();
  await expect(steps).toContainText("4 of 6 steps done");
  expect(await started.end("SIGINT")).toEqual({ code: 0, signal: null });
});
