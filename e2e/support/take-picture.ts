import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Where `pnpm pictures` wants the pictures that the documentation shows; without it none are taken. */
const folder = process.env.PICTURES;

/** Takes the picture of the documentation with this name, of the window as it is open, from its top. */
export async function takePicture(page: Page, name: "job" | "playground" | "keys"): Promise<void> {
  if (!folder) return;
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
