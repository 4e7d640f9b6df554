import { goTo } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("what is typed right after n reaches the prompt, and Escape keeps it", async ({ page, site }) => {
  const text = "Explain how to rotate a key";
  const prompt = page.getByLabel("What should be done?");
  await goTo(page, `${site.project.dashboardUrl}/keys`);

  await page.keyboard.press("n");
  await page.keyboard.type(text);
  await expect(prompt).toHaveValue(text);
  await expect(prompt).toBeFocused();
  await page.keyboard.type(" again");
  await page.keyboard.press("Escape");
  await expect(prompt).toBeHidden();
  await page.getByRole("button", { name: "New job" }).click();

  await expect(prompt).toHaveValue(`${text} again`);
});

test("a window begins in its text field, and Enter confirms a typed name", async ({ page, site }) => {
  await goTo(page, `${site.project.dashboardUrl}/keys`);

  await page.getByRole("button", { name: "Create key" }).click();
  const name = page.getByRole("dialog", { name: "Create key" }).getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await page.keyboard.type("my key");
  await expect(name).toHaveValue("my key");
  await page.keyboard.press("Enter");
  const made = page.getByRole("dialog", { name: "my key is ready" });
  await expect(made).toBeVisible();
  await made.getByRole("button", { name: "Done" }).click();
  await made.getByRole("button", { name: "Yes, close" }).click();

  await page.getByRole("button", { name: "Actions for my key" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await expect(page.getByLabel('Type "my key" to confirm')).toBeFocused();
  await page.keyboard.type("my key");
  await page.keyboard.press("Enter");
  await expect(page.getByText("my key revoked.", { exact: false })).toBeVisible();
});

test("unsaved settings ask before the page is left, and a saved name appears in the bar", async ({ page, site }) => {
  const bar = page.getByRole("banner");
  await goTo(page, `${site.project.dashboardUrl}/settings`);

  await page.getByLabel("Name", { exact: true }).fill("Harbor Guide");
  await page.getByRole("link", { name: "Usage" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Go back" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Harbor Guide");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(bar.getByText("Harbor Guide")).toBeVisible();
  await page.getByRole("link", { name: "Usage" }).click();
  await page.waitForURL("**/usage");
  await page.getByRole("link", { name: "Docsteward, all projects" }).click();

  await expect(page.getByRole("link", { name: "Harbor Guide" })).toBeVisible();
});

test("advice to connect a model leads to the organization's settings, and from there back to the project", async ({
  page,
  site,
}) => {
  const { dashboardUrl, domain } = site.project;
  await goTo(page, `${dashboardUrl}/settings/models?connect=true`);
  await page.waitForURL(/\/settings\/demo\/models/);
  const dialog = page.getByRole("dialog", { name: "The organization's provider" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page
    .getByRole("navigation", { name: "Organization" })
    .getByRole("link", { name: "Limits and budgets" })
    .click();
  await expect(page.getByRole("table", { name: "Request limits" })).toBeVisible();

  await page.getByRole("link", { name: domain, exact: true }).click();

  await page.waitForURL(`${dashboardUrl}/settings`);
});

test("the palette finds places and actions by other words", async ({ page, site }) => {
  await goTo(page, site.project.dashboardUrl);
  const field = page.getByRole("combobox");

  for (const [words, option] of [
    ["invite", "Organization: members"],
    ["anthropic", "Settings: models"],
    ["website", "Settings: allowed websites"],
    ["ada", "Ada Lovelace"],
  ] as const) {
    await page.keyboard.press("Control+k");
    await field.fill(words);
    await expect(page.getByRole("option", { name: option }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
  }
  await page.keyboard.press("Control+k");
  await field.fill("dark");
  await expect(page.getByRole("option").first()).toHaveText(/Switch to dark theme/);
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("a form for people who are not signed in says what is missing in its own words", async ({ browser, world }) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await goTo(page, `${world.service.url}/sign-in`);

  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The email address is missing. Enter it.")).toBeVisible();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await page.getByLabel("Email address").fill("ada");
  await page.getByRole("button", { name: "Sign in" }).click();

  await expect(page.getByText("The email address isn't complete.", { exact: false })).toBeVisible();
  await context.close();
});
