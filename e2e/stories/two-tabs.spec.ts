import { goTo, TYPO } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("a job that is started in the dashboard is watched live in two tabs", async ({ page, context, world, site }) => {
  const goOn = Promise.withResolvers<void>();
  world.model.play("dunlin", [TYPO.read, TYPO.edit, () => goOn.promise.then(() => TYPO.finish)]);
  const list = await context.newPage();
  await goTo(list, `${site.project.dashboardUrl}/jobs`);

  await goTo(page, `${site.project.dashboardUrl}/jobs`);
  await page.getByRole("button", { name: "New job" }).first().click();
  await page.getByLabel("What should be done?").fill("dunlin: fix the typo");
  await page.getByRole("button", { name: "Start job" }).click();
  await page.waitForURL("**/jobs/job_*");

  const row = list.getByRole("link", { name: /dunlin: fix the typo/ });
  await expect(row).toBeVisible();
  const second = await context.newPage();
  await goTo(second, page.url());
  for (const tab of [page, second]) await expect(tab.getByText(`Edit ${TYPO.page}`)).toBeVisible();
  goOn.resolve();

  for (const tab of [page, second]) {
    await expect(tab.getByRole("heading", { name: "Fix a typo on the browser page" })).toBeVisible();
    await expect(tab.getByRole("link", { name: "Pull request #1", exact: true })).toBeVisible();
  }
  await expect(list.getByRole("listitem").filter({ hasText: "dunlin: fix the typo" })).toContainText("#1");
});
