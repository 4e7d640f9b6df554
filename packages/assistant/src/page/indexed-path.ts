import { sitePath } from "@docsteward/docs/read-site";
import type { Site } from "@docsteward/docs/site/site";

/** A translation in Docusaurus: its language, and the page's path below the site's folder. */
export const TRANSLATION = /(?:^|\/)i18n\/([^/]+)\/docusaurus-plugin-content-docs\/current\/(.+)$/;

/**
 * The path on the site at which a page is cited; null for a page without one.
 *
 * A translation of Docusaurus stands where its original does, below its language. Frozen versions have no path here: which of
 * them is served without its number is told by files that are not read, and a wrong address is worse than none.
 */
export function indexedPath(site: Site, file: string): string | null {
  const [, language, rest] = (site.dialect === "docusaurus" && TRANSLATION.exec(file)) || [];
  if (language === undefined || rest === undefined) return sitePath(site, file);
  const original = sitePath(site, site.root === "" ? rest : `${site.root}/${rest}`);
  return original === null ? null : `/${language}${original === "/" ? "" : original}`;
}
