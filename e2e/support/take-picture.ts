import { join } from "node:path";
import { expect, type Page } from "@playwright/test";

/** Where `pnpm pictures` wants the pictures that the documentation shows; without it none are taken. */
const folder = process.env.PICTURES;

/** Takes the picture of the documentation with this name, of the window as it is open, from its top. */
export async function takePicture(page: Page, name: "job" | "playground" | "keys"): Promise<void> {
  if (!folder) return;
  // What still loads, and what a notice covers, belongs in no picture.
  await expect(page.locator("[class*=animate-pulse]")).toHaveCount(0);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
