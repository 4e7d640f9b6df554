import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { reply } from "@docsteward/model-script/reply";
import { askAssistant } from "@docsteward/tooling/demo/ask-assistant";
import type { Page } from "@playwright/test";
import { TYPO } from "../support/turns.ts";
import { untilRest } from "../support/until-rest.ts";
import { expect, type Site, test, type World } from "../support/world.ts";

/** Where the pages are written to for people to look at; without it none are. */
const folder = process.env.SCREENSHOTS;

/** Parts of a project at fixed addresses. */
const PARTS = [
  "",
  "jobs",
  "pulls",
  "assistant",
  "conversations",
  "conversations/gaps",
  "keys",
  "usage",
  "settings",
  "settings/index",
  "settings/checks",
  "settings/models",
  "settings/limits",
  "settings/webhooks",
  "settings/origins",
  "settings/members",
  "settings/audit",
  "settings/danger",
  "settings/github",
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 375]) {
    test(`every page fits ${width} pixels in ${colorScheme}, is accessible and reports no error`, async ({
      page,
      world,
      site,
    }) => {
      test.setTimeout(300_000);
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => message.type() === "error" && errors.push(`${page.url()}: ${message.text()}`));
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });

      const faults: string[] = [];
      for (const [name, url] of Object.entries(await fill(world, site, `look-${colorScheme}-${width}`))) {
        await page.goto(url);
        await page.waitForLoadState("networkidle").catch(() => undefined);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (overflow > 0) faults.push(`${name} is ${overflow} pixels wider than the window`);
        faults.push(...(await findBarriers(page, name)));
        if (folder) {
          await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
        }
      }

      expect(faults).toEqual([]);
      expect(errors).toEqual([]);
    });
  }
}

/** Lets something happen on a site, so that its pages have something to show. @returns their addresses by name */
async function fill(world: World, site: Site, word: string): Promise<Record<string, string>> {
  const { dashboardUrl, domain, assistantKey: key } = site.project;
  const { url } = world.service;
  world.model.play(`mended-${word}`, [TYPO.read, TYPO.edit, TYPO.finish]);
  const { id } = await site.api.createJob(`Fix the typo (mended-${word})`);
  const { prLink } = await untilRest(site.api, id);
  const ask = (question: string) => askAssistant({ url, domain, key, signal: AbortSignal.timeout(60_000) }, question);
  world.model.play(`found-${word}`, [reply.text("Run `lantern export` to write a backup [1].")]);
  await ask(`How do I write a backup to a file (found-${word})?`);
  world.model.play(`missed-${word}`, [reply.text("The documentation does not say.\n\n[[unanswered]]")]);
  await ask(`How often should I rehearse it (missed-${word})?`);
  return {
    projects: url,
    ...Object.fromEntries(PARTS.map((part) => [part.replace("/", "-") || "overview", `${dashboardUrl}/${part}`])),
    job: `${dashboardUrl}/jobs/${id}`,
    "job-changes": `${dashboardUrl}/jobs/${id}?tab=changes`,
    "job-preview": `${dashboardUrl}/jobs/${id}?tab=preview`,
    pull: String(prLink),
    account: `${url}/account`,
    github: `${url}/settings/github`,
    reference: `${url}/reference`,
  };
}

/** What keeps people from using a page, of the kinds that are called serious or worse. */
async function findBarriers(page: Page, name: string): Promise<string[]> {
  // The reference is a library's own page inside ours: what it draws is not ours to mend.
  const { violations } = await new AxeBuilder({ page }).exclude(".swagger-ui").analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
