import { reply } from "@docsteward/model-script/script";
import { askAssistant } from "@docsteward/tooling/demo/questions";
import { goTo, untilIndexed } from "../support/steps.ts";
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

test("the windows of an endpoint, a provider and an invitation begin in a field, too", async ({
  page,
  world,
  site,
}) => {
  const { dashboardUrl } = site.project;
  const dialog = page.getByRole("dialog");
  await goTo(page, `${dashboardUrl}/settings/webhooks`);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByLabel("URL")).toBeFocused();
  // All events are chosen, and single ones are not there to be ticked.
  await expect(dialog.getByRole("radio", { name: "All events" })).toBeChecked();
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await goTo(page, `${dashboardUrl}/settings/models?connect=true`);
  await expect(dialog.getByLabel("API key")).toBeFocused();
  await goTo(page, `${world.service.url}/settings/demo/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(dialog.getByLabel("Email address")).toBeFocused();
});

test("gaps are merged and dismissed together, and Ctrl+Enter starts a gap's job", async ({ page, world, site }) => {
  const { dashboardUrl, domain, assistantKey: key } = site.project;
  const questions = ["Can I pause a ruff?", "Which colours has a ruff?", "Who pays for a ruff?"];
  world.model.play("ruff", [reply.text("The documentation does not say.\n\n[[unanswered]]")]);
  await untilIndexed(world.service.url, site.project);
  for (const question of questions) {
    await askAssistant({ url: world.service.url, domain, key, signal: AbortSignal.timeout(200_000) }, question);
  }
  await goTo(page, `${dashboardUrl}/conversations/gaps`);
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await expect(boxes).toHaveCount(questions.length);

  for (const question of questions.slice(0, 2)) await page.getByRole("checkbox", { name: question }).check();
  await page.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("2 gaps merged into one.")).toBeVisible();
  await expect(boxes).toHaveCount(2);
  await page.getByRole("link", { name: /^Asked 2 times/ }).click();
  await page.getByRole("button", { name: "Turn into a job" }).click();
  await expect(page.getByLabel("Facts")).toBeFocused();
  await page.keyboard.type("Press the bell.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Job started.", { exact: false })).toBeVisible();

  await goTo(page, `${dashboardUrl}/conversations/gaps`);
  // The list arrives after the page: the boxes that are there at this moment may be none.
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("2 gaps dismissed.")).toBeVisible();
  await expect(boxes).toHaveCount(0);
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
