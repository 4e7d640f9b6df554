import { pathOf } from "./page/page.ts";
import { decode, normalRoute } from "./site/page-routes.ts";
import { folderOf, isBelow, joinPath, stemOf } from "./site/posix.ts";
import type { Site } from "./site/site.ts";

type Referenced = { kind: "page"; path: string; anchor: string | null } | { kind: "unknown" } | { kind: "missing" };

/**
 * Finds the page that a reference leads to: beside its page, below the content, or by the end of its path, which is how Hugo
 * finds what is named without its folder. A folder without a page is a section, which Hugo lists.
 */
export function findReference(site: Site, from: string, written: string): Referenced {
  const target = written.trim();
  const hash = target.indexOf("#");
  const anchor = hash < 0 ? null : target.slice(hash + 1);
  const path = decode(pathOf(target));
  if (path === "" || path === "/") return { kind: "page", path: from, anchor };
  const name = nameOf(path);
  const beside = path.startsWith("/") ? null : nameOf(joinPath(folderOf(from), path) ?? "");
  const known = pagesByEnd(site);
  const found = (beside === null ? undefined : known.get(beside)) ?? known.get(name.replace(/^\/+|^(?:\.\.?\/)+/, ""));
  if (found === null) return { kind: "unknown" };
  if (found !== undefined) return { kind: "page", path: inOwnLanguage(site, from, found), anchor };
  const places = [beside, joinPath(site.root, name.replace(/^\/+/, ""))];
  const isSection = places.some((place) => place !== null && (site.folders.has(place) || site.otherFiles.has(place)));
  const route = normalRoute(`/${name.replace(/^\/+/, "")}`);
  const isMade = site.generatedRoutes.some((base) => route === base || isBelow(route, base));
  return isSection || isMade || places.some((place) => place !== null && site.settings.isMadeByBuild(place))
    ? { kind: "unknown" }
    : { kind: "missing" };
}

const LANGUAGE = /(?:\.[a-z]{2,3}(?:-[a-z]{2,4})?)?(?=\.mdx?$)/i;

/** A reference leads to the page in the language of the one that holds it, which the name of either may say. */
function inOwnLanguage(site: Site, from: string, found: string): string {
  const own = found.replace(LANGUAGE, LANGUAGE.exec(from)?.[0] ?? "");
  return site.pages.has(own) ? own : found;
}

/** No content lies deeper. */
const MAX_DEPTH = 20;

const ends = new WeakMap<Site, ReadonlyMap<string, string | null>>();

/** Pages by every end of their path without ending, language and index; null where several share it. */
function pagesByEnd(site: Site): ReadonlyMap<string, string | null> {
  const known = ends.get(site);
  if (known) return known;
  const found = new Map<string, string | null>();
  for (const path of site.pages.keys()) {
    const name = nameOf(path);
    found.set(name, path);
    let depth = 0;
    for (let slash = name.indexOf("/"); slash >= 0 && depth < MAX_DEPTH; slash = name.indexOf("/", slash + 1)) {
      depth += 1;
      const end = name.slice(slash + 1);
      found.set(end, found.has(end) ? null : path);
    }
  }
  ends.set(site, found);
  return found;
}

/** What Hugo compares: no ending, no language, no index, lower case. */
function nameOf(path: string): string {
  const stem = stemOf(path.replace(/\/$/, ""));
  return stem
    .replace(/\.[a-z]{2,3}(?:-[a-z]{2,4})?$/i, "")
    .replace(/\/_?index$/i, "")
    .toLowerCase();
}
