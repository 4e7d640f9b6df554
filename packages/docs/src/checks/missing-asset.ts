import { linkKind, pathOf } from "../page/link-kind.ts";
import type { Page } from "../page/page.ts";
import { sitePath } from "../read-site.ts";
import { decode, isPartial } from "../site/page-routes.ts";
import { folderOf, isBelow, joinPath } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/** What is kept as a file and never made by a build step on its way. */
const KEPT = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|mp3|wav|pdf|zip)$/i;
const MAX_SERVED = 100;
const SERVED_FOLDER = /(^|\/)(static|public)$/;

/** Rule `missing-asset`: an image, or a link to a file that is no page, leads to no file of the repository. */
export function missingAssets(page: Page, site: Site): RawFinding[] {
  if (!site.isWhole) return [];
  const files = page.links.filter(({ kind }) => kind === "asset").map(({ url, line }) => ({ url, line, what: "file" }));
  const images = page.images.map(({ url, line }) => ({ url, line, what: "image" }));
  return [...images, ...files].flatMap(({ url, line, what }): RawFinding[] => {
    if (!isMissing(site, page.path, url)) return [];
    const message = `The ${what} ${url} doesn't exist. Correct the path, or remove it.`;
    return [{ path: page.path, line, rule: "missing-asset", message, severity: "error", key: `missing-asset ${url}` }];
  });
}

function isMissing(site: Site, from: string, url: string): boolean {
  if (linkKind(url) === "external" || /[{}<>$]|^[@~#]/.test(url)) return false;
  const path = decode(pathOf(url));
  if (path === "" || !isBelow(from, site.root)) return false;
  return path.startsWith("/") ? isUnserved(site, path) : isNotBeside(site, from, path);
}

/** An address from the root of the site: below the pages, or in a folder whose files are served as they are. */
function isUnserved(site: Site, path: string): boolean {
  const served = servedFolders(site);
  const places = [site.root, ...served];
  // A site that does not live at the root of its domain has a first part that is no folder.
  const withoutBase = path.replace(/^\/[^/]+(?=\/)/, "");
  if (places.some((folder) => [path, withoutBase].some((rest) => exists(site, joinPath(folder, rest.slice(1))))))
    return false;
  const isKnown = served.length > 0 || site.dialect === "mintlify" || site.dialect === "mkdocs";
  return isKnown && KEPT.test(path);
}

const served = new WeakMap<Site, string[]>();

/** Folders whose files are served as they are; of more than any site has only the first count. */
function servedFolders(site: Site): string[] {
  const known =
    served.get(site) ?? [...site.folders].filter((folder) => SERVED_FOLDER.test(folder)).slice(0, MAX_SERVED);
  served.set(site, known);
  return known;
}

function isNotBeside(site: Site, from: string, path: string): boolean {
  // A piece is read where it is included.
  if (isPartial(from, site)) return false;
  const file = joinPath(folderOf(from), path);
  const route = sitePath(site, from) ?? "/";
  const served = [joinPath(site.root, route, path), joinPath(site.root, route, "..", path)];
  const places = [file, ...served, ...(path.startsWith(".") ? [] : [joinPath(site.root, path)])];
  if (places.some((place) => exists(site, place))) return false;
  // MkDocs leaves the addresses of HTML as they are: they count from where the page is served.
  const ours = site.dialect === "mkdocs" ? [file, ...served] : [file];
  return ours.some((place) => place !== null && (isBelow(place, site.root) || site.folders.has(folderOf(place))));
}

function exists(site: Site, path: string | null): boolean {
  return (
    path !== null &&
    (site.settings.isMadeByBuild(path) || site.otherFiles.has(path) || site.pages.has(path) || site.folders.has(path))
  );
}
