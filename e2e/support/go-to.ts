import type { Page } from "@playwright/test";

/** Opens a page and waits until its own code has taken over what the server wrote: what is pressed before that is nobody's. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("button")].every((button) =>
      Object.keys(button).some((key) => key.startsWith("__reactProps$")),
    ),
  );
}
