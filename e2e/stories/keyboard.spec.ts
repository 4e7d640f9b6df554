import { goTo } from "../support/go-to.ts";
import { TYPO } from "../support/turns.ts";
import { expect, test } from "../support/world.ts";

test("a job is started, found, followed and answered to by keyboard alone", async ({ page, world, site }) => {
  world.model.play("turnstone", [TYPO.read, TYPO.edit, TYPO.finish, TYPO.read, TYPO.finish]);
  await goTo(page, site.project.dashboardUrl);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  const { keyboard } = page;
  // Keys that are pressed before the page listens are nobody's.
  const goToJobs = () =>
    expect(async () => {
      await keyboard.press("g");
      await keyboard.press("j");
      await page.waitForURL("**/jobs", { timeout: 2_000 });
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
    await expect(page.getByRole("dialog", { name: /shortcuts/i })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("API keys");
  await page.keyboard.press("Enter");

  await page.waitForURL("**/keys");
});

test("what opens beside a control takes the focus and gives it back", async ({ page, site }) => {
  await page.goto(`${site.project.dashboardUrl}/settings/members`);
  const { keyboard } = page;
  const account = page.getByRole("button", { name: /^Account of/ });
  const item = page.getByRole("menuitem", { name: "Keyboard shortcuts" });
  await expect(async () => {
    await account.focus();
    await keyboard.press("ArrowDown");
    await expect(item).toBeVisible({ timeout: 3_000 });
  }).toPass();

  await expect(async () => {
    await keyboard.press("ArrowDown");
    await expect(item).toBeFocused({ timeout: 500 });
  }).toPass();
  await keyboard.press("Escape");
  await expect(item).toBeHidden();
  await expect(account).toBeFocused();

  await page.getByRole("button", { name: "Invite" }).focus();
  await keyboard.press("Enter");
  const role = page.getByRole("dialog", { name: "Invite somebody" }).getByRole("combobox", { name: "Role" });
  await role.focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("option", { name: /^member/i })).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(role).toBeFocused();
  await expect(role).toHaveText("Admin");
});
