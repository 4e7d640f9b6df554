import { goTo } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("a saved prompt asks for its variables, and the job gets them filled in", async ({ page, site }) => {
  const prompt = page.getByLabel("What should be done?");
  await goTo(page, `${site.project.dashboardUrl}/jobs`);
  await page.getByRole("button", { name: "New job" }).click();
  await prompt.fill("Rename {{old}} to {{new}} everywhere");
  await page.getByRole("button", { name: "Save prompt…" }).click();
  await page.getByLabel("Name of the saved prompt").fill("Rename a term");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Prompt saved.")).toBeVisible();
  await prompt.fill("");

  await page.getByRole("combobox", { name: "Saved prompts" }).click();
  await page.getByRole("option", { name: "Rename a term" }).click();
  await expect(prompt).toHaveValue("Rename {{old}} to {{new}} everywhere");
  await page.getByLabel("old", { exact: true }).fill("lantern");
  await page.getByRole("button", { name: "Start job" }).click();
  await expect(page.getByText("Enter a value.")).toBeVisible();
  await page.getByLabel("new", { exact: true }).fill("lamp");
  await page.getByRole("button", { name: "Start job" }).click();

  await page.waitForURL("**/jobs/job_*");
  await expect(page.getByText("Rename lantern to lamp everywhere").first()).toBeVisible();
});
