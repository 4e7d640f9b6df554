import { hasFileAt } from "../site/has-file-at.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/**
 * Rule `navigation-entry`: a navigation file lists a page that is not there.
 *
 * In Nextra and Fumadocs an entry may also be code: where only pages can be seen it is a warning.
 */
export function missingEntries(site: Site): RawFinding[] {
  const mayBeCode = site.dialect === "nextra" || site.dialect === "fumadocs";
  return site.navigation.entries.flatMap((entry): RawFinding[] => {
    const { file: path, line, ref } = entry;
    if (entry.target !== "page" || entry.path !== null) return [];
    if (isMade(site, path, ref)) return [];
    if (mayBeCode && (site.isWhole ? isCode(site, path, ref) : ref === "index")) return [];
    const message = `The navigation lists the page "${ref}", which doesn't exist. Remove the entry or create the page.`;
    const severity = mayBeCode && !site.isWhole ? "warning" : "error";
    return [{ path, line, rule: "navigation-entry", message, severity, key: `navigation-entry ${ref}` }];
  });
}

function isMade(site: Site, file: string, ref: string): boolean {
  const places = [joinPath(site.root, ref), joinPath(folderOf(file), ref)];
  return places.some(
    (place) => place !== null && [place, `${place}.md`, `${place}.mdx`].some(site.settings.isMadeByBuild),
  );
}

function isCode(site: Site, file: string, ref: string): boolean {
  const stem = joinPath(folderOf(file), ref);
  return stem !== null && (site.folders.has(stem) || hasFileAt(site, stem));
}
