import { join } from "node:path";
import { TYPO } from "../support/turns.ts";
import { untilRest } from "../support/until-rest.ts";
import { expect, test } from "../support/world.ts";

const folder = process.env.SCREENSHOTS;

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 375]) {
    test(`every page fits ${width} pixels in ${colorScheme} and reports no error`, async ({ page, world, site }) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      world.model.play(`look-${colorScheme}-${width}`, [TYPO.read, TYPO.edit, TYPO.finish]);
      const { id } = await site.api.createJob(`Fix the typo (look-${colorScheme}-${width})`);
      const { prLink } = await untilRest(site.api, id);
      const { dashboardUrl } = site.project;

      const pages = {
        projects: world.service.url,
        jobs: `${dashboardUrl}/jobs`,
        job: `${dashboardUrl}/jobs/${id}`,
        pulls: `${dashboardUrl}/pulls`,
        pull: String(prLink),
        reference: `${world.service.url}/reference`,
      };
      for (const [name, url] of Object.entries(pages)) {
        await page.goto(url);
        await page.waitForLoadState("networkidle").catch(() => undefined);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0);
        if (folder) {
          await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
        }
      }

      expect(errors).toEqual([]);
    });
  }
}
