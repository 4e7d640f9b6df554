import { goTo, TYPO, untilHydrated } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("a job is started, found, followed and answered to by keyboard alone", async ({ page, world, site }) => {
  world.model.play("turnstone", [TYPO.read, TYPO.edit, TYPO.finish, TYPO.read, TYPO.finish]);
  await goTo(page, site.project.dashboardUrl);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  const { keyboard } = page;
  // Keys that are pressed before the page listens are lost.
  const goToJobs = () =>
    expect(async () => {
      await keyboard.press("g");
      await keyboard.press("j");
      await page.waitForURL("**/jobs", { timeout: 10_000 });
    }).toPass();

  await goToJobs();
  await keyboard.press("n");
  await expect(page.getByLabel("What should be done?")).toBeFocused();
  await keyboard.type("turnstone: fix the typo");
  await keyboard.press("Control+Enter");
  await page.waitForURL("**/jobs/job_*");
  await expect(page.getByRole("link", { name: "Pull request #1", exact: true })).toBeVisible();

  await goToJobs();
  const row = page.getByRole("link", { name: /Fix a typo on the browser page|turnstone/ });
  await expect(row).toBeVisible();
  await keyboard.press("j");
  await expect(row).toBeFocused();
  await keyboard.press("Enter");
  await page.waitForURL("**/jobs/job_*");

  await page.getByRole("textbox", { name: "Follow-up" }).focus();
  await keyboard.type("turnstone: look again");
  await keyboard.press("Control+Enter");
  await expect(page.getByText("turnstone: look again").first()).toBeVisible();
});

test("the palette and the sheet of shortcuts open and lead on", async ({ page, site }) => {
  await goTo(page, `${site.project.dashboardUrl}/jobs`);
  await expect(page.getByRole("heading", { name: "Jobs", exact: true })).toBeVisible();

  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: /shortcuts/i })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("API keys");
  await page.keyboard.press("Enter");

  await page.waitForURL("**/keys");
});

test("what opens beside a control takes the focus and gives it back", async ({ page, site }) => {
  const { keyboard } = page;
  const account = page.getByRole("button", { name: /^Account of/ });
  const [first, second] = [page.getByRole("menuitem", { name: "Account" }), page.getByRole("menuitem").nth(1)];
  // The code of a menu comes with its first opening, which has to be like every other.
  for (const key of ["ArrowDown", "Enter", "Space"]) {
    await goTo(page, `${site.project.dashboardUrl}/jobs`);
    for (const opening of ["first", "second"]) {
      await account.focus();
      await keyboard.press(key);
      await expect(first, `${key}, ${opening} time`).toBeFocused();
      await keyboard.press("ArrowDown");
      await expect(second).toBeFocused();
      await keyboard.press("Escape");
      await expect(first).toBeHidden();
      await expect(account).toBeFocused();
    }
  }

  const filter = page.getByRole("button", { name: "Filter" });
  const narrow = page.getByRole("dialog", { name: "Filter jobs" });
  for (const key of ["Enter", "Space"]) {
    await filter.focus();
    await keyboard.press(key);
    await expect(narrow).toBeVisible();
    await expect(narrow.locator(":focus").or(narrow.and(page.locator(":focus")))).toBeVisible();
    await keyboard.press("Escape");
    await expect(narrow).toBeHidden();
    await expect(filter).toBeFocused();
  }
  await filter.click();
  await expect(narrow).toBeVisible();
  await filter.click();
  await expect(narrow).toBeHidden();
  await account.click();
  await expect(first).toBeVisible();
  await account.click();
  await expect(first).toBeHidden();
  await page.getByRole("button", { name: "Switch project" }).click();
  await expect(page.getByRole("menuitem", { name: site.project.domain })).toBeVisible();

  await goTo(page, `${site.project.dashboardUrl}/settings/members`);
  const invite = page.getByRole("button", { name: "Invite" });
  await invite.waitFor();
  // The members come after the page that leads to them.
  await untilHydrated(page);
  await invite.focus();
  await keyboard.press("Enter");
  const role = page.getByRole("dialog", { name: "Invite a member" }).getByRole("combobox", { name: "Role" });
  const admin = page.getByRole("option", { name: /^admin/i });
  await role.focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("option", { name: /^member/i })).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(admin).toBeFocused();
  await keyboard.press("Enter");
  await expect(role).toBeFocused();
  await expect(role).toHaveText("Admin");
  await keyboard.press("ArrowDown");
  await expect(admin).toBeFocused();
  await keyboard.press("Escape");
  await expect(role).toBeFocused();
  await expect(role).toHaveText("Admin");
});
