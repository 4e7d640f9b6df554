import { createClient } from "@docsteward/db/client";
import { silentLogger } from "@docsteward/platform/log";
import { follow, goTo } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("a person who is invited as a viewer reads and cannot act, until their role is raised", async ({
  page,
  browser,
  world,
  site,
}) => {
  const { dashboardUrl } = site.project;
  await goTo(page, `${dashboardUrl}/settings/members`);
  await page.waitForURL("**/settings/demo/members");
  await goTo(page, world.service.url);
  await follow(page, page.getByRole("link", { name: /^Settings of/ }));
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: /viewer/i }).click();
  await dialog.getByLabel("Email address").fill("grace@example.com");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = String(await dialog.locator("code").textContent());
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("grace@example.com", { exact: true })).toBeVisible();

  const theirs = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await goTo(theirs, link);
  await theirs.getByLabel("Name").fill("Grace Hopper");
  await theirs.getByLabel("Password").fill("a ship in port is safe");
  await theirs.getByRole("button", { name: /^(Join|Create account)/ }).click();
  await theirs.waitForURL((url) => !url.pathname.startsWith("/invite"));
  await goTo(theirs, `${dashboardUrl}/jobs`);
  const start = theirs.getByRole("button", { name: "New job" }).first();
  await expect(start).toBeDisabled();
  await goTo(theirs, `${dashboardUrl}/keys`);
  await expect(theirs.getByRole("button", { name: "Create key" }).first()).toBeDisabled();
  for (const part of ["settings", "settings/limits", "settings/origins"]) {
    await goTo(theirs, `${dashboardUrl}/${part}`);
    await expect(theirs.getByRole("main").locator("input:enabled, textarea:enabled")).toHaveCount(0);
    expect(await theirs.getByRole("main").locator("input, textarea").count()).toBeGreaterThan(0);
  }
  await goTo(theirs, `${world.service.url}/settings/demo/limits`);
  await expect(theirs.getByRole("main").locator("input:enabled")).toHaveCount(0);
  expect(await theirs.getByRole("main").locator("input").count()).toBeGreaterThan(0);
  const refused = await theirs.request.post(`${world.service.url}/api/trpc/job.create`, {
    data: { org: "demo", domain: site.project.domain, prompt: "x", asDraft: false },
  });
  expect(refused.status()).toBe(403);
  expect(await refused.text()).toContain("Your role is viewer");
  await goTo(theirs, `${world.service.url}/settings/installation`);
  await expect(theirs.getByRole("heading", { name: "Page not found" })).toBeVisible();

  await addFailedEntry(world.service.databaseUrl);
  await goTo(page, world.service.url);
  await page.getByRole("link", { name: "Installation" }).click();
  await expect(page.getByRole("region", { name: "Workers" }).getByText("takes jobs")).toBeVisible();
  await page.getByRole("button", { name: "Retry github job_gone" }).click();
  await expect(page.getByText("The entry is back in its queue.")).toBeVisible();
  await expect(page.getByText("No failed entries.")).toBeVisible();
  await goTo(page, `${dashboardUrl}/settings/members`);

  await page.getByRole("combobox", { name: "Role of Grace Hopper" }).click();
  await page.getByRole("option", { name: /^member/i }).click();
  await expect(page.getByText("Grace Hopper now has the role member.")).toBeVisible();
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("searchbox", { name: "Search audit log" }).fill("grace");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /Member role changed/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Key created/ })).toHaveCount(0);
  await goTo(theirs, `${dashboardUrl}/jobs`);
  await expect(start).toBeEnabled();
  await theirs.context().close();
});

/** Adds what workers have given up: replies to comments of a job that is gone. */
async function addFailedEntry(databaseUrl: string): Promise<void> {
  const db = createClient(databaseUrl, { log: silentLogger, poolSize: 1 });
  await db.$executeRaw`
    INSERT INTO pgboss.job (name, data, state, retry_limit, retry_count, completed_on)
    VALUES ('github', '{"answersOfJob":"job_gone"}', 'failed', 12, 12, now())`;
  await db.$disconnect();
}

test("a person without an organization finds nothing at a project's address", async ({ browser, site }) => {
  const stranger = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();

  await goTo(stranger, `${site.project.dashboardUrl}/jobs`);

  await expect(stranger.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await stranger.context().close();
});
