import { startMailServer } from "@docsteward/services/notification/testing-mail-server";
import { goTo, TYPO, untilRest } from "../support/steps.ts";
import { test as base, expect } from "../support/world.ts";

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const test = base.extend<object, { mail: MailServer; settings: Record<string, string> }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture from this pattern.
    async ({}, use) => {
      await using server = await startMailServer();
      await use(server);
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ mail }, use) => use({ SMTP_URL: mail.url, SMTP_FROM: "Docsteward <docs@example.com>" }),
    { scope: "worker" },
  ],
});

test("a person is mailed about a pull request, and the mail's link stops it without a sign-in", async ({
  page,
  browser,
  world,
  site,
  mail,
}) => {
  const settings = `${world.service.url}/account/notifications`;
  const review = page.getByRole("switch", { name: "Pull request to review by email" });
  await goTo(page, settings);
  await page.getByRole("button", { name: "Send test mail" }).click();
  await expect(page.getByText("Test mail sent.")).toBeVisible();
  expect(mail.received.map(({ to }) => to)).toEqual([[world.owner.email]]);
  await review.click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Notifications saved.")).toBeVisible();

  world.model.play("fixed-mail", [TYPO.read, TYPO.edit, TYPO.finish]);
  await untilRest(site.api, (await site.api.createJob("Fix the typo (fixed-mail)")).id);
  await expect.poll(() => mail.received.length).toBe(2);
  const content = mail.received[1]?.content ?? "";
  expect(content).toContain("Pull request to review: #1 Fix a typo on the browser page");

  const stranger = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const other = await stranger.newPage();
  await other.goto(/^Stop this mail: (\S+)/m.exec(content)?.[1] ?? "");
  await other.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(other.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  await stranger.close();
  await goTo(page, settings);
  await expect(review).not.toBeChecked();
});
