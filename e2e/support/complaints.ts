import type { Page } from "@playwright/test";

/**
 * What the browser complains about: broken rules of the policy, errors of scripts.
 *
 * @param isExpected whether the script at an address complains without us, too
 */
export function complaintsOf(page: Page, isExpected: (url: string) => boolean = () => false): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.location().url)) found.push(message.text());
  });
  return found;
}
