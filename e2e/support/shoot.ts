import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";

/** Where pictures of states are written to for people to look at. Without it there is nothing to do: other stories check what states do. */
export const SHOTS = process.env.SCREENSHOTS;
export const WIDTHS = [1440, 390] as const;
export const LARGE = 1920;

/** Takes pictures of the window from a part of the page on. */
export function shootAt(page: Page, name: string, part: Locator): Promise<void> {
  return shoot(page, name, WIDTHS, part);
}

/** Takes pictures of the window as it is open, from its top. */
export async function shoot(
  page: Page,
  name: string,
  widths: readonly number[] = WIDTHS,
  part?: Locator,
): Promise<void> {
  await expect(page.locator("[class*=animate-pulse]:not([aria-hidden])")).toHaveCount(0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await part?.evaluate((element) => element.scrollIntoView({ block: "start" }));
      await page.screenshot({ path: join(String(SHOTS), `${name}-${colorScheme}-${width}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}
