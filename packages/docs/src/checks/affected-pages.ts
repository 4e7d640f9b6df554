import { isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "../docs-reader.ts";
import { pageRoutes } from "../site/page-routes.ts";
import { folderOf, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import { anchorsOf } from "./broken-anchor.ts";
import type { CheckedSite } from "./finding.ts";

const BATCH = 500;

/**
 * Pages that a change did not touch but may have broken: those whose text names a page or heading that is gone.
 *
 * Found by text first, so that only the few that matter are parsed.
 */
export async function affectedPages(
  reader: DocsReader,
  now: CheckedSite,
  base: CheckedSite,
  changed: ReadonlySet<string>,
): Promise<string[]> {
  const names = [...changed].filter(isPageFile).flatMap((path) => goneNames(path, now.site, base.site));
  const anchors = await goneAnchors([...changed], now, base);
  const needles = [...new Set([...names, ...anchors])];
  if (needles.length === 0) return [];
  const others = [...now.site.pages.keys()].filter((path) => !changed.has(path));
  const affected: string[] = [];
  for (let from = 0; from < others.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(others.slice(from, from + BATCH)))
      if (needles.some((needle) => text.includes(needle))) affected.push(path);
  }
  return affected;
}

/** Words that a link to the page must have in it, when one of its addresses is gone. */
function goneNames(path: string, now: Site, base: Site): string[] {
  const before = base.pages.get(path);
  if (!before) return [];
  const after = now.pages.get(path);
  const kept = new Set(after ? pageRoutes(after, now) : []);
  const gone = pageRoutes(before, base).filter((route) => !kept.has(route));
  if (after !== undefined && gone.length === 0) return [];
  const stem = stemOf(path);
  const folder = folderOf(stem);
  return [...gone, stem, folder === "" ? stem : folder].map(
    (address) => address.slice(address.lastIndexOf("/") + 1) || "](/",
  );
}

async function goneAnchors(changed: string[], now: CheckedSite, base: CheckedSite): Promise<string[]> {
  const gone: string[] = [];
  for (const path of changed) {
    if (!now.site.pages.has(path) || !base.site.pages.has(path)) continue;
    const [before, after] = [await anchorsOf(path, base), await anchorsOf(path, now)];
    if (before && after) gone.push(...[...before].filter((anchor) => !after.has(anchor)).map((anchor) => `#${anchor}`));
  }
  return gone;
}
