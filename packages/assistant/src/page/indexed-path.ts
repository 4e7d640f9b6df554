import { sitePath } from "@docsteward/docs/read-site";
import { pageRoutes } from "@docsteward/docs/site/page-routes";
import type { Site } from "@docsteward/docs/site/site";
import { docusaurusEdition } from "./docusaurus-edition.ts";

/**
 * The path on the site at which a page is cited; null for a page without one.
 *
 * In Docusaurus a frozen version stands behind the site's base, and a translation where its original does, below its language.
 */
export function indexedPath(site: Site, file: string): string | null {
  if (site.dialect !== "docusaurus") return sitePath(site, file);
  const { language, version, original } = docusaurusEdition(site, file);
  const path = docusaurusPath(site, original, version);
  return path === null || language === null ? path : `/${language}${path === "/" ? "" : path}`;
}

/** @param version null for the pages that are being written */
function docusaurusPath(site: Site, file: string, version: string | null): string | null {
  const { versions, dialect, routeBase } = site;
  const outline = site.pages.get(file);
  if (outline === undefined || (version === null && versions === null)) return sitePath(site, file);
  const place = version === null ? versions?.current : versions?.places.get(version);
  if (versions === null || place === null || place === undefined) return null;
  const root = version === null ? site.root : frozenRoot(versions.folder, version);
  return pageRoutes(outline, { dialect, root, routeBase: routeBase + place })[0] ?? null;
}

function frozenRoot(folder: string, version: string): string {
  return `${folder === "" ? "" : `${folder}/`}versioned_docs/version-${version}`;
}
