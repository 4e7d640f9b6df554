import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { twMerge } from "tailwind-merge";
import { type FirstLoad, overBudget, watchScripts } from "../support/first-load.ts";
import { pagesOf } from "../support/pages-of.ts";
import { goTo } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

/** Where the pages are written to for people to look at; without it none are. */
const folder = process.env.SCREENSHOTS;
/** Where the sizes of the first loads are written to, for `pnpm bench dashboard-size`. */
const sizesFile = process.env.FIRST_LOADS;

/** Pictures are for people, in the widths of their machines. */
const [WIDE, NARROW] = folder ? ([1440, 390] as const) : ([1280, 375] as const);

// What keeps people from using a page hardly differs between themes or widths: each width is looked at in one theme.
for (const { colorScheme, axeWidth } of [
  { colorScheme: "light", axeWidth: WIDE },
  { colorScheme: "dark", axeWidth: NARROW },
] as const) {
  test(`every page is accessible in ${colorScheme}, fits wide and narrow windows, keeps its budget and reports no error`, async ({
    page,
    world,
    site,
  }) => {
    // Thirty pages twice, beside whatever else the machine does.
    test.setTimeout(600_000);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(`${page.url()}: ${message.text()}`));
    await page.emulateMedia({ colorScheme });
    const takeLoad = watchScripts(page);

    const faults: string[] = [];
    const loads: Record<string, FirstLoad> = {};
    const pages = await pagesOf({ world, site, request: page.request }, `look-${colorScheme}`);
    for (const [name, url] of Object.entries(pages)) {
      await page.setViewportSize({ width: WIDE, height: 900 });
      await goTo(page, url);
      await page.waitForLoadState("networkidle");
      loads[name] = await takeLoad();
      for (const width of [WIDE, NARROW]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (overflow > 0) faults.push(`${name} is ${overflow} pixels wider than a window of ${width}`);
        faults.push(...(await findQuarrels(page)).map((quarrel) => `${name}: ${quarrel}`));
        if (width === axeWidth) faults.push(...(await findBarriers(page, name)));
        if (folder) {
          await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
        }
      }
    }
    if (sizesFile) await writeFile(sizesFile, JSON.stringify(loads));

    expect(faults).toEqual([]);
    expect(overBudget(loads)).toEqual([]);
    expect(errors).toEqual([]);
  });
}

/** Elements with two classes that set the same property: no line of the code decides which one wins. */
async function findQuarrels(page: Page): Promise<string[]> {
  const given = await page
    .locator("[class]:not(svg)")
    .evaluateAll((elements) => [...new Set(elements.map((element) => element.getAttribute("class") ?? ""))]);
  return given.filter((classes) => {
    const words = new Set(classes.split(/\s+/).filter(Boolean));
    return twMerge(...words).split(" ").length < words.size;
  });
}

/** What keeps people from using a page, of the kinds that are called serious or worse. */
async function findBarriers(page: Page, name: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  // The other mode is for frames: it carries all that it measured to a second page. The dashboard has none.
  const { violations } = await builder.setLegacyMode(page.frames().length === 1).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
