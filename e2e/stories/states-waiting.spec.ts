import { createClient } from "@docsteward/db/client";
import { reply } from "@docsteward/model-script/script";
import { silentLogger } from "@docsteward/platform/log";
import { LARGE, SHOTS, shoot, WIDTHS } from "../support/shoot.ts";
import { commitPage, goTo, TYPO, untilIndexed, untilRest } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test.skip(SHOTS === undefined, "SCREENSHOTS names no folder");

test("what waits for people, automations, obstacles and two versions of the index are pictured", async ({
  page,
  world,
  site,
}) => {
  test.setTimeout(900_000);
  const { dashboardUrl, projectId, domain } = site.project;
  const call = async (procedure: string, input: object) => {
    const data = { org: "demo", domain, ...input };
    const answer = await page.request.post(`${world.service.url}/api/trpc/${procedure}`, { data });
    expect(await answer.text()).toContain("result");
  };
  await untilIndexed(world.service.url, site.project);
  const daily = { name: "daily", on: { schedule: { cron: "0 6 * * *", timeZone: "Europe/Berlin" } }, prompt: "Look." };
  await call("automation.create", { definition: daily });
  await call("automation.create", { definition: { ...daily, name: "broken", on: { webhook: true } } });
  await call("webhook.create", { url: "https://hooks.example.com/docs", events: [] });

  // A page outside of the navigation is a warning, and a line that the base changed meanwhile a conflict.
  world.model.play("knot", [
    reply.tool("write", { path: "guides/lamps.mdx", content: "---\ntitle: Lamps\n---\n\nTrim a lamp twice a week.\n" }),
    reply.tool("finish", { title: "Explain how to trim a lamp", summary: "A new guide." }),
  ]);
  const warned = await untilRest(site.api, (await site.api.createJob("knot: explain how to trim a lamp")).id);
  world.model.play("ruddy", [TYPO.read, TYPO.edit, TYPO.finish]);
  const conflicting = await untilRest(site.api, (await site.api.createJob("ruddy: fix the typo")).id);
  const text = await site.git("show", `main:${TYPO.page}`);
  await commitPage(site, TYPO.page, `${text.replace("recieve changes", "get every change")}\n`);
  await goTo(page, String(warned.prLink));
  await expect(page.getByRole("region", { name: "Checks" })).toBeVisible();
  await shoot(page, "state-pull-warnings");
  await page.getByRole("button", { name: "Merge into main" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await shoot(page, "state-pull-merge-question");
  await goTo(page, String(conflicting.prLink));
  await expect(page.getByRole("region", { name: "Not ready to merge" })).toBeVisible();
  await shoot(page, "state-pull-conflict");
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.getByRole("article", { name: "After" })).toBeVisible();
  await shoot(page, "state-pull-preview", [...WIDTHS, LARGE]);

  await goTo(page, `${dashboardUrl}/automations`);
  await shoot(page, "state-automations");
  await page.getByRole("link", { name: "daily" }).click();
  await page.waitForURL("**/automations/daily");
  await shoot(page, "state-automation");

  await expect(async () => {
    await goTo(page, `${dashboardUrl}/assistant/compare`);
    await expect(page.getByRole("combobox", { name: "First index" })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await page.getByRole("combobox", { name: "First index" }).click();
  await page.getByRole("option", { name: /^Previous index/ }).click();
  const form = page.getByRole("form", { name: "Compare answers" });
  world.model.play("compared", [reply.text("Run `lantern export` [1].")]);
  await form.getByLabel("Question").fill("How do I write a backup to a file (compared)?");
  await form.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByText("lantern export", { exact: true })).toHaveCount(2);
  await shoot(page, "state-compare-versions", [...WIDTHS, LARGE]);

  world.model.play("coot", [reply.error(401, "invalid x-api-key")]);
  await untilRest(site.api, (await site.api.createJob("coot: fix the typo")).id);
  await goTo(page, `${dashboardUrl}/settings/limits`);
  await page.getByLabel("Monthly budget").fill("50");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await makeTrouble(world.service.databaseUrl, projectId);
  await goTo(page, dashboardUrl);
  await expect(page.getByRole("region", { name: "Needs you" })).toContainText("paused itself");
  await shoot(page, "state-overview-trouble");
});

/** Everything that can wait for a person, as it would be after a bad week. */
async function makeTrouble(databaseUrl: string, projectId: string): Promise<void> {
  const db = createClient(databaseUrl, { log: silentLogger, poolSize: 1 });
  const month = new Date().toISOString().slice(0, 7);
  const cost = { scope: `project:${projectId}`, month, microUsd: 44_000_000n };
  await db.costCounter.upsert({
    where: { scope_month: { scope: cost.scope, month } },
    create: cost,
    update: { microUsd: cost.microUsd },
  });
  const pausedReason = "Its last 3 pull requests were closed without merging.";
  await db.automation.updateMany({
    where: { projectId, name: "broken" },
    data: { pausedAt: new Date(), pausedReason },
  });
  await db.webhookEndpoint.updateMany({ where: { projectId }, data: { failingSince: new Date() } });
  const failure = "The folder docs is not in the repository.";
  await db.siteIndex.update({ where: { projectId }, data: { status: "failed", failure } });
  await db.$disconnect();
}
