import type { Page } from "@playwright/test";

/** What the browser complains about: broken rules of the policy, errors of scripts. */
export function complaintsOf(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (message) => message.type() === "error" && found.push(message.text()));
  return found;
}
