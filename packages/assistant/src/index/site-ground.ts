import { createHash } from "node:crypto";
import type { Site } from "@docsteward/docs/site/site";

/** Raised whenever the same file makes another page than before, so that every page is made anew. */
const FORMAT = 2;

/**
 * Says what a page is made of besides its own file: which pages there are, where, and the navigation. While two states of a
 * site have the same ground, a file that is the same makes the same page.
 */
export function siteGround(site: Site): string {
  const { dialect, root, routeBase, pages, routes, navigation, versions } = site;
  const entries = navigation.entries.map(({ line: _, ...entry }) => entry);
  const facts = JSON.stringify([
    dialect,
    root,
    routeBase,
    [...pages.keys()],
    [...routes],
    entries,
    versionFacts(versions),
  ]);
  return `${FORMAT}:${createHash("sha256").update(facts).digest("hex")}`;
}

const versionFacts = (versions: Site["versions"]) => versions && { ...versions, places: [...versions.places] };

/** Whether pages on this ground were made by this very format. */
export function isCurrentFormat(ground: string | null): boolean {
  return ground?.startsWith(`${FORMAT}:`) ?? false;
}
