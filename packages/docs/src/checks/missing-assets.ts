import { asPath, linkKind, type Page, pathOf } from "../page/page.ts";
import { sitePath } from "../read-site.ts";
import { isOpenPage } from "../resolve-link.ts";
import { isInNamedFolder } from "../site/doubtful-areas.ts";
import { decode, isPartial, normalRoute } from "../site/page-routes.ts";
import { folderOf, isBelow, joinPath } from "../site/posix.ts";
import { isBelowLink, servedFolders } from "../site/repository-files.ts";
import { namesInLanguage, sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";
import { adviceFor, suggestFile, withFix } from "./suggest-target.ts";

/** What is kept as a file and never made by a build step on its way. */
const KEPT = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|mp3|wav|pdf)$/i;

/** What a host serves beside the files of a project: badges, and raw files of other branches. */
const OF_HOST = /^(?:\.\.?\/)+(?:badges\/[\w.-]{1,99}\/(?:pipeline|coverage)\.svg|(?:blob|raw|actions)\/)/;

/** Rule `missing-asset`: an image, or a link to a file that is no page, leads to no file of the repository. */
export function missingAssets(page: Page, site: Site): RawFinding[] {
  if (!site.isWhole) return [];
  const files = page.links.filter(({ kind }) => kind === "asset").map((link) => ({ ...link, what: "file" }));
  const images = page.images.map((image) => ({ ...image, what: "image" }));
  return [...images, ...files].flatMap(({ url, line, column, what }): RawFinding[] => {
    if (
      OF_HOST.test(url) ||
      !isMissing(site, page.path, url) ||
      isTakenByTemplate(site, url) ||
      isBelowOwnFolder(site, page, url)
    )
      return [];
    // Code of an app may serve files.
    if (url.startsWith("/") && isOpenPage(site, normalRoute(decode(pathOf(url))))) return [];
    const fix = suggestFile(site, url, placesOf(site, page.path, pathOf(url)));
    const message = `The ${what} ${url} doesn't exist. ${adviceFor(fix, "Correct the path, or remove it.")}`;
    const key = `missing-asset ${url}`;
    const place = { path: page.path, line, column };
    const found = { ...place, rule: "missing-asset" as const, message, severity: "error" as const, key, url };
    return [{ ...found, ...(what === "image" && { isPicture: true as const }), ...withFix(fix) }];
  });
}

/** More would make each look-up dear; a name that so many files have says nothing. */
const MAX_NAMESAKES = 20;

const byName = new WeakMap<Site, ReadonlyMap<string, readonly string[]>>();

/**
 * Whether a file of this path lies anywhere in the repository of a Hugo site: mounts, resources and render hooks of a theme show
 * files from folders that its configuration need not name.
 */
function isTakenByTemplate(site: Site, url: string): boolean {
  if (site.dialect !== "hugo" && !site.findsByName) return false;
  const known = byName.get(site) ?? Map.groupBy(site.otherFiles, (path) => path.slice(path.lastIndexOf("/") + 1));
  byName.set(site, known);
  const parts = decode(pathOf(url)).split("/");
  const tail = parts.filter((part) => part !== "" && part !== "." && part !== "..").join("/");
  const files = known.get(parts.at(-1) ?? "") ?? [];
  if (site.findsByName) return files.length > 0;
  return files.slice(0, MAX_NAMESAKES).some((path) => path === tail || path.endsWith(`/${tail}`));
}

/** What front matter of a theme of Jekyll puts before the paths of the pictures of a page. */
const FOLDER_KEYS = ["media_subpath", "img_path"];

/** Whether a file lies in the folder that its page names for its pictures, or where that folder is cannot be known. */
function isBelowOwnFolder(site: Site, { frontmatter }: Page, url: string): boolean {
  if (site.dialect !== "jekyll") return false;
  const folder = FOLDER_KEYS.map((key) => frontmatter.data[key]).find((one) => typeof one === "string");
  if (folder === undefined) return false;
  return (
    linkKind(folder) === "external" || !isUnserved(site, `/${folder}/${decode(pathOf(url))}`.replace(/\/{2,}/g, "/"))
  );
}

/** Where a file of this address would lie. */
function placesOf(site: Site, from: string, path: string): (string | null)[] {
  if (!path.startsWith("/")) return [joinPath(folderOf(from), path)];
  return [site.root, ...servedFolders(site)].map((folder) => joinPath(folder, path.slice(1)));
}

function isMissing(site: Site, from: string, url: string): boolean {
  if (linkKind(url) === "external" || /[{}<>$\u{F8FF}]|^[@~#]/u.test(url)) return false;
  const path = decode(asPath(site.dialect, pathOf(url)));
  if (path === "" || !(isBelow(from, site.root) || sectionOf(site, from) !== null)) return false;
  // The builder takes the kind that its output needs: `map.*`.
  if (site.dialect === "sphinx" && path.endsWith(".*")) return !hasAnyKind(site, joinPath(folderOf(from), path));
  // The feed of a folder.
  if (site.dialect === "hugo" && /(^|\/)index\.xml$/.test(path)) return false;
  return path.startsWith("/") ? isUnserved(site, path) : isNotBeside(site, from, path);
}

function hasAnyKind({ otherFiles }: Site, path: string | null): boolean {
  return path === null || [...otherFiles].some((file) => file.startsWith(path.slice(0, -1)));
}

/** An address from the root of the site: below the pages, or in a folder whose files are served as they are. */
function isUnserved(site: Site, path: string): boolean {
  const served = servedFolders(site);
  const places = [site.root, ...site.otherRoots, ...site.sections.map(({ root }) => root), ...served];
  // A site that does not live at the root of its domain has a first part that is no folder.
  const withoutBase = path.replace(/^\/[^/]+(?=\/)/, "");
  const isThere = (place: string | null) => exists(site, place) && !isOfOtherBuild(site, place);
  if (places.some((folder) => [path, withoutBase].some((rest) => isThere(joinPath(folder, rest.slice(1))))))
    return false;
  const [, first = ""] = path.split("/");
  const isBesidePages = site.dialect === "jekyll" && site.folders.has(joinPath(site.root, first) ?? "");
  const isKnown = served.length > 0 || isBesidePages || site.dialect === "mintlify" || site.dialect === "mkdocs";
  return isKnown && KEPT.test(path);
}

function isNotBeside(site: Site, from: string, path: string): boolean {
  // A piece is read where it is included.
  if (isPartial(from, site)) return false;
  const file = joinPath(folderOf(from), path);
  const route = sitePath(site, from) ?? "/";
  const besideAddress = [joinPath(site.root, route, path), joinPath(site.root, route, "..", path)];
  const served = besideAddress.filter((place) => place !== null && isBelow(place, site.root));
  const section = sectionOf(site, from);
  const { root } = section ?? site;
  const inRoot = path.startsWith(".") ? [] : [site.root, root, ...site.otherRoots].map((one) => joinPath(one, path));
  // A translation shows the files that its source has.
  const original = section?.originalRoot;
  const inOriginal =
    original === undefined || file === null || !isBelow(file, root)
      ? []
      : [joinPath(original, file.slice(root === "" ? 0 : root.length + 1))];
  const inLanguage = file !== null && site.dialect === "mkdocs" ? namesInLanguage(site, file, from) : [];
  const places = [file, ...served, ...inRoot, ...inOriginal, ...inLanguage, ...servedBeside(site, route, path)];
  if (places.some((place) => exists(site, place) && !isOfOtherBuild(site, place))) return false;
  if (file !== null && isInNamedFolder(site, file)) return false;
  // A page may be called like a file.
  if (file !== null && site.pages.has(`${file}.md`)) return false;
  // MkDocs leaves the addresses of HTML as they are: they count from where the page is served.
  const ours = site.dialect === "mkdocs" ? [file, ...served] : [file];
  const isOurs = (place: string) =>
    [site.root, root].some((one) => isBelow(place, one)) || site.folders.has(folderOf(place));
  return ours.some((place) => place !== null && isOurs(place));
}

/** Where a browser looks from the address of a page, among the files that are served as they are. Docusaurus takes its own from the page. */
function servedBeside(site: Site, route: string, path: string): (string | null)[] {
  if (site.dialect === "docusaurus") return [];
  const base = route.slice(1);
  return servedFolders(site).flatMap((folder) => [joinPath(folder, base, path), joinPath(folder, base, "..", path)]);
}

/** Whether a place is only guessed to be written by a build, and by that of another package: it lies in the folder that serves that one. */
function isOfOtherBuild(site: Site, place: string | null): boolean {
  const folder = folderOf(site.config);
  const isKept = place !== null && [site.otherFiles, site.pages, site.folders].some((paths) => paths.has(place));
  if (place === null || folder === "" || isKept || isBelow(place, folder)) return false;
  const served = servedFolders(site);
  return served.some((one) => isBelow(one, folder)) && served.some((one) => isBelow(place, one));
}

function exists(site: Site, path: string | null): boolean {
  if (path !== null && site.themeFolder !== undefined && isBelow(path, site.root)) {
    const own = joinPath(site.themeFolder, site.root === "" ? path : path.slice(site.root.length + 1));
    if (own !== null && site.otherFiles.has(own)) return true;
  }
  return (
    path !== null &&
    (site.settings.isMadeByBuild(path) ||
      site.otherFiles.has(path) ||
      site.pages.has(path) ||
      site.folders.has(path) ||
      isBelowLink(site, path) ||
      site.generatedRoutes.some((route) => joinPath(site.root, route) === path))
  );
}
