import { isPageFile } from "@docsteward/contract/docs-files";
import { findPage } from "./navigation/navigation-context.ts";
import { pathOf } from "./page/page.ts";
import { sitePath } from "./read-site.ts";
import { isIndexOfFolder, isPartial, normalRoute } from "./site/page-routes.ts";
import { folderOf, isBelow, joinPath, stemOf } from "./site/posix.ts";
import { hasFileAt, isBelowLink, isPageOfBuild } from "./site/repository-files.ts";
import { namesInLanguage, pathInSection, sectionOf } from "./site/sections.ts";
import type { Dialect, Section, Site } from "./site/site.ts";

/** These read every relative link from the file that holds it, and leave none to the browser. */
const FROM_FILES: ReadonlySet<Dialect> = new Set<Dialect>(["mintlify", "vitepress", "gitbook", "mdbook", "plain"]);
/** These take a link with an ending only for the file of this name, not for one that differs in the ending alone. */
const EXACT: ReadonlySet<Dialect> = new Set<Dialect>(["docusaurus", "mkdocs", "gitbook", "mdbook"]);
/** Books lie beside other books of their host, to which a link may lead up. */
const BESIDE_OTHERS: ReadonlySet<Dialect> = new Set<Dialect>(["mdbook", "sphinx"]);
/** These show pages at addresses with a slash at the end unless their settings say otherwise; the others the other way round. */
const WITH_SLASH: ReadonlySet<string> = new Set(["mkdocs", "starlight", "hugo", "jekyll"]);
/** These also look for a link that does not begin with a dot from the root of the pages. */
const FROM_ROOT: ReadonlySet<Dialect> = new Set<Dialect>(["docusaurus", "mintlify", "plain"]);

/** Finds the page that a relative link leads to by the rule of the site's generator; null when it leads to none. */
export function findRelative(site: Site, from: string, path: string): string | null {
  const places = [joinPath(folderOf(from), path)];
  if (isReadFromRoot(site, path)) for (const root of rootsOf(site, from)) places.push(joinPath(root, path));
  const isFile = isPageFile(path);
  if (isFile || isFromFile(site)) {
    for (const place of places) {
      const page =
        place === null ? null : isFile && EXACT.has(site.dialect) ? exactly(site, place, from) : pageAt(site, place);
      if (page !== null) return page;
    }
  }
  if (!isFile && site.dialect === "plain" && isIndex(from)) {
    // The generator is not known: it may show the folder at an address without a slash at its end.
    const place = joinPath(folderOf(folderOf(from)), path);
    return place === null ? null : pageAt(site, place);
  }
  if (isFile && site.dialect === "mkdocs" && site.sections.length > 1) return amongIncluded(site, from, path);
  const base = sitePath(site, from);
  // Nextra takes the ending away and leaves the rest to the browser.
  const isTaken = isFile && site.dialect === "nextra";
  if ((isFile && !isTaken) || base === null || FROM_FILES.has(site.dialect)) return null;
  const hasSlash = isFromFolder(site) || isAtFolder(site, from);
  const starts = [...(isFromFile(site) ? [base] : []), ...(hasSlash ? [`${base}/`] : [])];
  // `./` is the page itself where addresses end with a slash.
  if (WITH_SLASH.has(site.dialect) && /^\.?\/?$/.test(path)) starts.reverse();
  for (const start of starts) {
    if (site.hostBase !== "" && climbsOut(start, path)) continue;
    const route = routeFrom(start, isTaken ? stemOf(path) : path);
    const found = site.routes.get(route) ?? site.routes.get(withoutIndex(route, path));
    if (found !== undefined) return found;
  }
  return null;
}

/** A page of a site of MkDocs that takes in others: their folders lie in its own, each by its name. */
function amongIncluded(site: Site, from: string, path: string): string | null {
  const section = sectionOf(site, from);
  if (section === null || section.language !== undefined) return null;
  const place = joinPath(section.routeBase.slice(1), folderOf(pathInSection(section, from)), path);
  return place === null
    ? null
    : (site.routes.get(normalRoute(`/${place}`).replace(/\/(?:index|README)$/, "") || "/") ?? null);
}

/** The address of a folder whose own page is named by its file: `guide/index.html`. */
function withoutIndex(route: string, path: string): string {
  return /(^|\/)index\.html$/i.test(path) ? route.replace(/\/index$/i, "") || "/" : route;
}

/** Without a setting Docusaurus puts a slash at the end of the addresses of folders alone. */
function isAtFolder(site: Site, from: string): boolean {
  if (site.dialect !== "docusaurus" || site.hasSlash !== undefined) return false;
  const section = sectionOf(site, from);
  return section !== null && isIndexOfFolder(stemOf(pathInSection(section, from)).split("/"));
}

/** Whether a path leads above the first part of the addresses of a site, where another site of the same host may lie. */
function climbsOut(base: string, path: string): boolean {
  return joinPath(folderOf(base.slice(1)), pathOf(path)) === null;
}

/**
 * Whether a link may count from the root of the pages. In Docusaurus those with the ending of a file do. A name without a folder is
 * that of a file beside the page where no generator says otherwise.
 */
function isReadFromRoot({ dialect }: Site, path: string): boolean {
  if (!FROM_ROOT.has(dialect) || path.startsWith(".")) return false;
  return dialect === "docusaurus" ? isPageFile(path) : dialect !== "plain" || path.includes("/");
}

const isIndex = (path: string) => /(^|\/)(?:index|readme)\.mdx?$/i.test(path);

/** The folders from whose top a link may count: that of all pages, and in Docusaurus also those of its own pages and of the site. */
function rootsOf(site: Site, from: string): Set<string> {
  if (site.dialect !== "docusaurus") return new Set([site.root]);
  const section = sectionOf(site, from);
  return new Set([section?.root ?? site.root, site.root, folderOf(site.config)]);
}

function exactly(site: Site, file: string, from: string): string | null {
  if (site.pages.has(file)) return file;
  if (site.dialect === "mkdocs") return namesInLanguage(site, file, from).find((one) => site.pages.has(one)) ?? null;
  // Where mdBook makes an index.html of a README, a link to `index.md` becomes one to it.
  const readme = site.dialect === "mdbook" ? file.replace(/(^|\/)index\.md$/, "$1README.md") : file;
  return site.pages.has(readme) ? readme : null;
}

/** The page of a file, whatever its ending, or of a folder. */
export function pageAt(site: Site, file: string): string | null {
  if (site.pages.has(file)) return file;
  const stem = stemOf(file.replace(/\/$/, "").replace(/\.html?$/i, ""));
  // Hugo shows the HTML of a folder, and nothing that lies beside it.
  if (site.dialect === "hugo" && site.otherFiles.has(`${stem}/index.html`)) return null;
  // mdBook makes an index.html of a README, and so did GitBook when it made files.
  const makesIndex = site.dialect === "mdbook" || (site.dialect === "gitbook" && /\.html$/i.test(file));
  const folder = makesIndex && /(^|\/)index$/.test(stem) ? folderOf(stem) : null;
  const page = findPage(site, stem) ?? (folder === null ? null : findPage(site, folder));
  // The first chapter of a book is its index.html, too.
  const isTop = site.dialect === "mdbook" && folder === site.root && /\.html$/i.test(file);
  return page ?? (isTop ? firstChapter(site) : null);
}

function firstChapter({ navigation }: Site): string | null {
  return navigation.entries.find(({ target, path }) => target === "page" && path !== null)?.path ?? null;
}

/** The address of a file as the host of the repository shows it. */
const OF_HOST = /^(?:\.\.\/){2,9}(?:-\/)?(?:blob|raw|blame|edit|commits)\//;

/** Pages that mdBook makes by itself. */
const OF_MDBOOK = ["print.html", "toc.html", "404.html"];

/** Whether something that is no page of the site may answer to a relative link without a page. */
export function mayLieElsewhere(site: Site, from: string, path: string): boolean {
  // A piece is read where it is included.
  if (isPartial(from, site)) return true;
  const file = joinPath(folderOf(from), path);
  const section = sectionOf(site, from);
  const isAbove = section !== null && (file === null || !isBelow(file, section.root));
  const isOfOthers = !isPageFile(path) || !namesOf(site).has(path.slice(path.lastIndexOf("/") + 1));
  // What begins with a dot is of the repository, and no host serves it.
  const isHidden = site.isWhole && file !== null && /(^|\/)\.[^./]/.test(path);
  if (site.dialect === "mdbook" && OF_MDBOOK.some((name) => file === joinPath(site.root, name))) return true;
  if (isAbove && BESIDE_OTHERS.has(site.dialect) && isOfOthers && !isHidden) return true;
  if (file === null) return (!isPageFile(path) || OF_HOST.test(path)) && (site.dialect === "plain" || section === null);
  if (section === null || mayBorrow(site, section, file, joinPath(stemOf(from), path))) return true;
  if (!isBelow(file, section.root) && !site.isWhole) return true;
  if (site.settings.isMadeByBuild(file) || isBelowLink(site, file)) return true;
  if (isPageFile(path)) return site.otherFiles.has(file) || (site.pages.has(file) && !isBelow(file, section.root));
  return (
    site.folders.has(file) || hasFileAt(site, file) || isPageOfBuild(site, file) || isBesideAddress(site, from, path)
  );
}

/** Whether a file lies where a browser looks for it from an address with a slash at its end: one folder further in. */
function isBesideAddress(site: Site, from: string, path: string): boolean {
  if (!WITH_SLASH.has(site.dialect)) return false;
  const file = joinPath(stemOf(from), path)?.replace(/\/$/, "");
  return file !== undefined && (site.otherFiles.has(file) || (site.dialect === "hugo" && hasFileAt(site, file)));
}

const names = new WeakMap<Site, ReadonlySet<string>>();

/** What the pages of a site are called, without their folders. */
function namesOf(site: Site): ReadonlySet<string> {
  const known = names.get(site) ?? new Set([...site.pages.keys()].map((path) => path.slice(path.lastIndexOf("/") + 1)));
  names.set(site, known);
  return known;
}

/**
 * Whether a page of a translation may be shown in the language of the source; in VitePress none is, and in Docusaurus, Hugo and
 * MkDocs neither versions are nor what the source does not have.
 *
 * @param inFolder the file where the address of the page counts as a folder
 */
function mayBorrow(
  site: Site,
  { root, originalRoot, version, language }: Section,
  file: string,
  inFolder: string | null,
): boolean {
  if (originalRoot === undefined || site.dialect === "vitepress") return false;
  const isNamed = site.dialect === "mkdocs" && isPageFile(file);
  const isStrict = isNamed || site.dialect === "docusaurus" || site.dialect === "hugo";
  if (!isStrict || (version === undefined && language === undefined)) return true;
  if (language === undefined) return false;
  const places = site.dialect === "hugo" ? [file, inFolder] : [file];
  return places.some((place) => {
    if (place === null || !isBelow(place, root)) return false;
    const original = joinPath(originalRoot, root === "" ? place : place.slice(root.length + 1)) ?? "";
    return pageAt(site, original) !== null || site.otherFiles.has(original);
  });
}

/** Whether a link is taken for a file of its name alone, so that no address answers in its place. */
export function namesFile({ dialect }: Site, path: string): boolean {
  return isPageFile(path) && EXACT.has(dialect);
}

/** Whether a relative link is left to the browser, which reads it from the address of its page. */
export function readsAddresses({ dialect }: Site, path: string): boolean {
  return !isPageFile(path) && !FROM_FILES.has(dialect);
}

/** Whether a link leads from the pages to the rest of the site, of which more than pages may answer. */
export function leavesPages(site: Site, from: string, path: string): boolean {
  if (!readsAddresses(site, path)) return false;
  const file = joinPath(folderOf(from), path);
  return file === null || !isBelow(file, sectionOf(site, from)?.root ?? site.root);
}

/** The address that a browser makes of a link on a page of another address. */
export function routeFrom(base: string, path: string): string {
  // Half a character, as a text that was cut may end with, is no part of any address.
  const [from, to] = [base, path].map((part) => encodeURI(part.toWellFormed()));
  const address = `http://site${from}`;
  return URL.canParse(to ?? "", address) ? normalRoute(new URL(to ?? "", address).pathname) : path;
}

type Votes = { file: number; folder: number };

const votes = new WeakMap<Site, Votes>();
const MIN_VOTES = 3;
/** Of ten links that only one of two ways explains, more than one: fewer are mistakes. */
const MINORITY = 0.1;
const MAX_PAGES = 3_000;

/** Whether links without an ending are read from the file, or, what is the same, from an address without a slash at its end. */
function isFromFile(site: Site): boolean {
  if (FROM_FILES.has(site.dialect)) return true;
  if (site.hasSlash !== undefined) return !site.hasSlash;
  const { file, folder } = votesOf(site);
  const isUsed = file > MINORITY * (file + folder);
  return isUsed || (WITH_SLASH.has(site.dialect) ? file + folder < MIN_VOTES : folder < MIN_VOTES);
}

/** Whether links without an ending are read from an address with a slash at its end: `/guide/install/` and `../deploy`. */
function isFromFolder(site: Site): boolean {
  if (site.hasSlash !== undefined) return site.hasSlash;
  const { file, folder } = votesOf(site);
  const isUsed = folder > MINORITY * (file + folder);
  return WITH_SLASH.has(site.dialect) ? isUsed || file < MIN_VOTES : isUsed && folder >= MIN_VOTES;
}

/** How many of the site's links only one way of reading leads to a page. */
function votesOf(site: Site): Votes {
  const known = votes.get(site);
  if (known) return known;
  const found: Votes = { file: 0, folder: 0 };
  for (const page of [...site.pages.values()].slice(0, MAX_PAGES)) {
    const base = sitePath(site, page.path);
    if (base === null) continue;
    for (const link of page.relativeLinks) {
      if (/\.[^./]*$/.test(link)) continue;
      const file = joinPath(folderOf(page.path), link);
      const isFile = file !== null && pageAt(site, file) !== null;
      const isFolder = site.routes.has(routeFrom(`${base}/`, link));
      if (isFile && !isFolder) found.file += 1;
      if (isFolder && !isFile) found.folder += 1;
    }
  }
  votes.set(site, found);
  return found;
}
