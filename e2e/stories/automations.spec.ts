import AxeBuilder from "@axe-core/playwright";
import { goTo } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

const PATH = ".docsteward/automations.yml";

test("an automation is made, changed and deleted in a form, in the service and in the file by a pull request", async ({
  page,
  site,
}) => {
  const { dashboardUrl } = site.project;
  const form = page.getByRole("form", { name: "Automation" });
  const list = page.getByRole("list", { name: "Automations" });
  const yaml = form.getByLabel("YAML");
  await goTo(page, `${dashboardUrl}/automations/new`);
  await form.getByLabel("Name", { exact: true }).fill("Weekly");
  await form.getByRole("checkbox", { name: "Schedule" }).check();
  await form.getByLabel("Cron expression").fill("0 9 * *");
  await form.getByLabel("Prompt").fill("Read everything since .");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/The cron expression must have five fields/).first()).toBeVisible();
  await form.getByLabel("Name", { exact: true }).fill("weekly");
  await form.getByRole("button", { name: "Mondays at 9:00" }).click();
  await expect(form.getByText(/Next: Monday, /)).toBeVisible();
  await form.getByLabel("Prompt").press("End");
  await form.getByRole("button", { name: "Insert date" }).click();
  await form.getByRole("checkbox", { name: "Webhook" }).check();
  await expect(yaml).toContainText("cron: 0 9 * * 1");
  await expect(yaml).toContainText("{{date}}");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();

  await page.waitForURL("**/automations/weekly");
  await page.getByRole("button", { name: "Create secret" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await form.getByRole("checkbox", { name: "Webhook" }).uncheck();
  await form.getByRole("button", { name: "Save" }).click();
  await page.waitForURL("**/automations");
  await expect(list.getByRole("listitem").first()).toContainText("schedule");
  await list.getByRole("link", { name: "weekly" }).click();
  await page.getByRole("button", { name: "Delete automation" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete automation" }).click();
  await page.waitForURL("**/automations");
  await expect(page.getByText("No automations yet")).toBeVisible();

  await page.getByRole("link", { name: "New automation" }).click();
  await form.getByLabel("Name", { exact: true }).fill("by-hand");
  await form.getByRole("checkbox", { name: "By hand only" }).check();
  await form.getByLabel("Prompt").fill("Check.");
  await form.getByText("In the repository").click();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "pull request #1" }).click();
  await page.waitForURL("**/pulls/1");
  await expect(page.getByRole("region", { name: "Changes" }).getByText(PATH)).toBeVisible();
});
