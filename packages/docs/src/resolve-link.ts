import { isPageFile } from "@docsteward/contract/docs-files";
import { findPage } from "./navigation/navigation-ground.ts";
import { linkKind, pathOf } from "./page/link-kind.ts";
import { sitePath } from "./read-site.ts";
import { hasFileAt } from "./site/has-file-at.ts";
import { isRedirected, mayBeServed } from "./site/may-be-served.ts";
import { decode, isPartial, normalRoute } from "./site/page-routes.ts";
import { folderOf, isBelow, joinPath, stemOf } from "./site/posix.ts";
import type { Site } from "./site/site.ts";

export type ResolvedLink =
  | { kind: "page"; path: string; anchor: string | null }
  /** A file that is no page; `path` is null when it is served from a folder that cannot be known. */
  | { kind: "asset"; path: string | null }
  | { kind: "external" }
  /** Nothing that could be there is. */
  | { kind: "missing"; target: string }
  /** Code of the site may serve it: neither right nor wrong. */
  | { kind: "unknown" };

/** No browser takes a longer one. */
const MAX_URL = 2_048;
const UNKNOWN: ResolvedLink = { kind: "unknown" };

/**
 * Finds what a link in a page leads to: by file (`../api/store.md`), by site path (`/api/store`, with or without ending,
 * trailing slash or index), or within its own page (`#anchor`).
 *
 * `missing` is said only where nothing else can answer: below the site's own pages. `unknown` otherwise.
 */
export function resolveLink(site: Site, from: string, url: string): ResolvedLink {
  const kind = linkKind(url);
  if (kind === "external") return { kind: "external" };
  if (url.length > MAX_URL || /[{}<>$]|^@|^~/.test(url)) return UNKNOWN;
  const hash = url.indexOf("#");
  const fragment = hash < 0 ? "" : url.slice(hash + 1);
  const path = decode(pathOf(url));
  const anchor = fragment === "" || fragment.startsWith(":~:") ? null : fragment;
  if (path === "") return { kind: "page", path: from, anchor };
  if (kind === "asset") return { kind: "asset", path: path.startsWith("/") ? null : joinPath(folderOf(from), path) };
  const found = path.startsWith("/") ? byRoute(site, path) : byFile(site, from, path);
  if (found !== null) return { kind: "page", path: found, anchor };
  // A README and the like is read where the repository lies, whose own addresses are not known.
  if (path.startsWith("/") && !isBelow(from, site.root)) return UNKNOWN;
  const isOther = path.startsWith("/")
    ? mayBeServed(site, path)
    : mayLieElsewhere(site, from, path) || isMoved(site, from, path);
  return isOther ? UNKNOWN : { kind: "missing", target: url };
}

function byRoute(site: Site, path: string): string | null {
  const route = normalRoute(path);
  const withoutBase = site.dialect === "mintlify" ? site.routes.get(route.replace(/^\/docs(?=\/)/, "")) : undefined;
  const found =
    site.routes.get(route) ?? withoutBase ?? site.routes.get(normalRoute(route.replace(/\/(index|readme)$/i, "")));
  if (found !== undefined) return found;
  // The file's own path from the site's root, whatever front matter made of its address.
  const file = joinPath(site.root, path.slice(1));
  return file === null ? null : pageAt(site, file);
}

function byFile(site: Site, from: string, path: string): string | null {
  const file = joinPath(folderOf(from), path);
  const beside = file === null ? null : pageAt(site, file);
  if (beside !== null) return beside;
  const fromRoot = path.startsWith(".") ? null : joinPath(site.root, path);
  const atRoot = fromRoot === null ? null : pageAt(site, fromRoot);
  if (atRoot !== null || isPageFile(path)) return atRoot;
  const base = sitePath(site, from);
  if (base === null) return null;
  for (const start of [base, `${base}/`]) {
    const found = site.routes.get(routeFrom(start, path));
    if (found !== undefined) return found;
  }
  return null;
}

function pageAt(site: Site, file: string): string | null {
  if (site.pages.has(file)) return file;
  return findPage(site, stemOf(file.replace(/\/$/, "").replace(/\.html?$/i, "")));
}

/** Whether a relative link that leads to no file leads to an address that is sent elsewhere. */
function isMoved(site: Site, from: string, path: string): boolean {
  const base = sitePath(site, from);
  if (base === null || site.redirects.length === 0) return false;
  return isRedirected(site, routeFrom(base, path));
}

/** Half a character, as a text that was cut may end with, is no part of any address. */
function routeFrom(base: string, path: string): string {
  const [from, to] = [base, path].map((part) => encodeURI(part.toWellFormed()));
  const address = `http://site${from}`;
  return URL.canParse(to ?? "", address) ? normalRoute(new URL(to ?? "", address).pathname) : path;
}

function mayLieElsewhere(site: Site, from: string, path: string): boolean {
  if (isPartial(from, site)) return true;
  const file = joinPath(folderOf(from), path);
  if (file === null || !isBelow(file, site.root)) return true;
  if (site.settings.isMadeByBuild(file)) return true;
  if (isPageFile(path)) return site.otherFiles.has(file);
  return site.folders.has(file) || hasFileAt(site, file);
}
