import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/**
 * Rule `navigation-entry`: a navigation file lists a page that is not there.
 *
 * An error where every entry must be a page of the repository; a warning in Nextra and Fumadocs, where it may also be code.
 */
export function missingEntries(site: Site): RawFinding[] {
  const mayBeCode = site.dialect === "nextra" || site.dialect === "fumadocs";
  return site.navigation.entries.flatMap((entry): RawFinding[] => {
    if (entry.target !== "page" || entry.path !== null) return [];
    if (mayBeCode && entry.ref === "index") return [];
    const { file: path, line, ref } = entry;
    const message = `The navigation lists "${ref}", but there is no such page; remove the entry or create the page.`;
    const severity = mayBeCode ? "warning" : "error";
    return [{ path, line, rule: "navigation-entry", message, severity, key: `navigation-entry ${ref}` }];
  });
}
