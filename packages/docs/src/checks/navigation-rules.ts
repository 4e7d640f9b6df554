import { EVERYWHERE } from "../generator/generator.ts";
import { findPage } from "../navigation/navigation-context.ts";
import { MKDOCS_FOLDER } from "../navigation/read-mkdocs.ts";
import { isOpenPage, mayAnswer } from "../resolve-link.ts";
import { isDoubtful, isMadeFolder } from "../site/doubtful-areas.ts";
import { pageEdition } from "../site/page-edition.ts";
import { normalRoute, pageRoutes, plannedRoute } from "../site/page-routes.ts";
import { folderOf, isBelow, joinPath, stemOf } from "../site/posix.ts";
import { isLedElsewhere, isRedirected } from "../site/redirects.ts";
import { hasFileAt, hasUnreadPage, isBelowLink } from "../site/repository-files.ts";
import { pathInSection, sectionOf } from "../site/sections.ts";
import type { NavigationEntry, Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/**
 * Rule `navigation-entry`: a navigation file lists a page that is not there.
 *
 * In Nextra and Fumadocs an entry may also be code: where only pages can be seen it is a warning.
 */
export function missingEntries(site: Site): RawFinding[] {
  const mayBeCode = site.dialect === "nextra" || site.dialect === "fumadocs";
  const reported = new Set<string>();
  return site.navigation.entries.flatMap((entry): RawFinding[] => {
    const { file: path, line, ref } = entry;
    if (entry.target !== "page" || entry.path !== null) return [];
    // A list that several sidebars share is written once.
    const place = `${path}:${line} ${ref}`;
    if (reported.has(place)) return [];
    reported.add(place);
    if (site.generatedRoutes.includes(EVERYWHERE) || isMade(site, path, ref)) return [];
    // The theme puts the slash in front of a link that has none.
    const address = site.dialect === "vitepress" && !ref.startsWith("/") ? `/${ref}` : ref;
    if (site.dialect === "vitepress" && (isRedirected(site, address) || isOpenPage(site, normalRoute(address))))
      return [];
    if (address.startsWith("/") && isDoubtful(site, address)) return [];
    if ((site.dialect === "starlight" || site.dialect === "mkdocs") && isBelowMade(site, ref)) return [];
    if (site.dialect === "starlight" && ref.startsWith("/") && mayAnswer(site, ref)) return [];
    if (mayBeCode && (site.isWhole ? isCode(site, path, ref) : ref === "index")) return [];
    // Notebooks, reStructuredText and Markdoc are pages too.
    if (TABLE_OF_CONTENTS.test(path) && isCode(site, path, ref)) return [];
    if (site.dialect === "starlight" && hasFileAt(site, joinPath(site.root, ref.replace(/^\/|\/$/g, "")) ?? ""))
      return [];
    const message = ref.endsWith("/*")
      ? `The navigation lists the folder "${ref.slice(0, -2)}", which doesn't exist. Remove the entry or correct the folder.`
      : `The navigation lists the page "${ref}", which doesn't exist. Remove the entry or create the page.`;
    // Fumadocs leaves out what it does not find, and Starlight shows an empty group.
    const isGroup = site.dialect === "starlight" && ref.endsWith("/*");
    const isHarmless = site.dialect === "fumadocs" || isGroup || (mayBeCode && !site.isWhole);
    const severity = isHarmless ? "warning" : "error";
    return [
      {
        path,
        line,
        column: 1,
        rule: "navigation-entry",
        message,
        severity,
        key: `navigation-entry ${ref}`,
        words: ref,
      },
    ];
  });
}

/** What Jupyter Book and DocFX list pages in. */
const TABLE_OF_CONTENTS = /(?:^|\/)_?toc\.ya?ml$/;

/** Whether an entry lies below an address at which a plugin makes pages. */
function isBelowMade({ generatedRoutes }: Site, ref: string): boolean {
  const address = `/${stemOf(ref.replace(/^\/|\/?\*?$/g, ""))}`;
  return generatedRoutes.some((base) => address === base || isBelow(address, base));
}

/** Folders that extensions of Sphinx and Jupyter Book write descriptions of code into. */
const GENERATED = /(?:^|\/)(?:autoapi|_?apidoc|_?autosummary|_?generated)\//;

/** Texts of a whole site for language models, which generators and their plugins write. */
const FOR_MODELS = /(?:^|\/)llms(?:-\w{1,40})?\.txt$/;

/** What documents that a list names may end with. */
const PAGE_ENDINGS = [".md", ".mdx", ".rst"];

function isMade(site: Site, file: string, ref: string): boolean {
  const places = [joinPath(site.root, ref), joinPath(folderOf(file), ref)];
  if (GENERATED.test(ref) || FOR_MODELS.test(ref)) return true;
  const [ofSite] = places;
  if (ofSite !== null && ofSite !== undefined && isMadeFolder(site, ofSite, false)) return true;
  if (site.otherRoots.some((root) => findPage(site, joinPath(root, ref) ?? "") !== null)) return true;
  // An extension of Sphinx writes documents into a folder of its own.
  const made = site.dialect === "sphinx" ? site.generatedRoutes.map((route) => joinPath(site.root, route) ?? "") : [];
  return places.some(
    (place) =>
      place !== null &&
      (made.some((folder) => isBelow(place, folder)) ||
        [place, ...PAGE_ENDINGS.map((ending) => place + ending)].some(site.settings.isMadeByBuild) ||
        hasUnreadPage(site, place) ||
        isBelowLink(site, place)),
  );
}

function isCode(site: Site, file: string, ref: string): boolean {
  const stem = joinPath(folderOf(file), ref);
  return stem !== null && (site.folders.has(stem) || hasFileAt(site, stem));
}

/** Rule `navigation-syntax`: a navigation file is not valid JSON or YAML. */
export function navigationProblems(site: Site): RawFinding[] {
  return site.navigation.problems.map(({ path, line, message }) => ({
    path,
    line,
    column: 1,
    rule: "navigation-syntax",
    message,
    severity: "error",
    key: `navigation-syntax ${message}`,
  }));
}

/**
 * Rule `orphan-page`: a page is in no navigation, so that readers find it only by search. A warning: some are meant to be.
 *
 * @param isCompared whether only what a change adds is reported: then also where leaving a page out is common
 */
export function orphanPages(site: Site, isCompared: boolean): RawFinding[] {
  const { entries, unread } = site.navigation;
  // Elsewhere a page appears by lying in a folder.
  const namesAll = site.dialect === "mintlify" || site.dialect === "mkdocs";
  const namesMost = site.dialect === "docusaurus" || site.dialect === "vitepress";
  if (!namesAll && !(namesMost && isCompared && unread.length === 0)) return [];
  const listed = new Set(entries.map(({ path }) => path));
  const files = new Set(entries.map(({ file }) => file));
  if (!entries.some(({ target }) => target === "page")) return [];
  const isInOpenFolder = wholeFolders(site);
  if (
    entries.some(
      ({ ref, target, path }) => (ref.includes("*") && !isUrl(ref)) || (target === "folder" && path === null),
    )
  )
    return [];
  return [...site.pages].flatMap(([path, page]): RawFinding[] => {
    if (
      listed.has(path) ||
      files.has(path) ||
      page.isHidden ||
      page.isDraft ||
      isInOpenFolder(path) ||
      pageEdition(site, path).original !== path
    )
      return [];
    const [route] = pageRoutes(page, site);
    // Mintlify has pages that no list names, which say that they are not to be found.
    if (site.dialect === "mintlify" && page.data.noindex === true) return [];
    if (route === undefined || isNoPage(path, site) || isMeantAside(path, site)) return [];
    // No reader gets to what is left of such a page.
    if (isLedElsewhere(site, route)) return [];
    return [toOrphan(path)];
  });
}

/** Whether the configuration says that no navigation need list the page. */
function isMeantAside(path: string, site: Site): boolean {
  const section = sectionOf(site, path);
  return section?.isUnlisted?.(pathInSection(section, path)) === true;
}

const FOR_AUTHORS =
  /(^|\/)(readme|contributing|changelog|license|agents|claude)\.mdx?$|(^|\/)_?(?:templates?|prompts|superpowers|internal|archived?|changelog\.d|changes\.d|newsfragments?)\//i;

/** What hosts show at an address without a page. */
const NOT_FOUND = /(^|\/)404\.mdx?$/;
/** Folders of pieces, which pages take in. */
const PIECES = /(^|\/)_?(?:snippets?|partials?|includes?|fragments?)\//i;
/** The same in generators that leave out what begins like this, as MkDocs does not. */
const UNDERSCORED = /(^|\/)_[^/]+\//;

/** Documents of a repository that are called in capitals, as no page of Mintlify is. */
const IN_CAPITALS =
  /(^|\/)(?:AGENTS|AUTHORS|CLAUDE|CODE[_-]OF[_-]CONDUCT|DEVELOPMENT|GEMINI|GOVERNANCE|MAINTAINERS|NOTICE|SECURITY|STYLE[_-]?GUIDE|SUPPORT|TODO)\.md$/;

/** What lies among the pages for those who write them. MkDocs takes a README for a page where its folder has no index. */
function isNoPage(path: string, { dialect, pages }: Site): boolean {
  if (NOT_FOUND.test(path) || PIECES.test(path) || (dialect !== "mkdocs" && UNDERSCORED.test(path))) return true;
  if (dialect === "mintlify" && IN_CAPITALS.test(path)) return true;
  if (!FOR_AUTHORS.test(path)) return false;
  if (dialect !== "mkdocs") return true;
  if (
    /(^|\/)(?:agents|claude)\.md$|(^|\/)_?(?:prompts|superpowers|internal|archived?|changelog\.d|changes\.d|newsfragments?)\//i.test(
      path,
    )
  )
    return true;
  return /(^|\/)readme\.md$/i.test(path) && (folderOf(path) === "" || pages.has(`${folderOf(path)}/index.md`));
}

/**
 * Rule `orphan-page` of a change: pages that the navigation listed before and lists no more, whatever else it may list.
 *
 * @param oldName what a page was called before
 */
export function droppedPages(now: Site, before: Site, oldName: (path: string) => string): RawFinding[] {
  // Nextra shows what its files do not name behind what they do.
  if (now.dialect === "nextra" || now.dialect === "plain") return [];
  const [listed, earlier] = [listedIn(now), listedIn(before)];
  const isListedWhole = wholeFolders(now);
  // A file that is gone or cannot be read any more says nothing of its pages.
  const read = new Set(now.navigation.entries.map(({ file }) => file));
  // A document of Sphinx with an empty list is still read.
  const isRead = (file: string) => read.has(file) || (now.dialect === "sphinx" && now.pages.has(file));
  const wasListed = (path: string) => [...(earlier.get(path) ?? [])].some(isRead);
  const indexes = new Set(droppedFolders(now, before, read).map((folder) => findPage(now, folder)));
  return [...now.pages].flatMap(([path, page]) => {
    if (indexes.has(path) && !listed.has(path)) return [toOrphan(path)];
    const isDropped = !listed.has(path) && wasListed(oldName(path)) && !isListedWhole(path);
    return isDropped && !page.isHidden && !page.isDraft && plannedRoute(page, now) !== null ? [toOrphan(path)] : [];
  });
}

/** Folders that a file of Fumadocs listed and lists no more, of which the page that stands for them tells. */
function droppedFolders(now: Site, before: Site, read: ReadonlySet<string>): string[] {
  if (now.dialect !== "fumadocs") return [];
  const foldersOf = ({ navigation }: Site) =>
    navigation.entries.flatMap(({ target, path, file }) =>
      target === "folder" && path !== null ? [{ path, file }] : [],
    );
  const listed = new Set(foldersOf(now).map(({ path }) => path));
  const isListedWhole = wholeFolders(now);
  return foldersOf(before).flatMap(({ path, file }) =>
    read.has(file) && !listed.has(path) && !isListedWhole(`${path}.mdx`) ? [path] : [],
  );
}

/** The pages that the navigation lists, and the files that list each. */
function listedIn({ navigation }: Site): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const { path, file } of navigation.entries)
    if (path !== null) files.set(path, (files.get(path) ?? new Set()).add(file));
  return files;
}

/** Tells whether the navigation lists a page by its folder: `dir/*`, or the rest of what lies beside the file. */
function wholeFolders({ navigation, dialect, root }: Site): (path: string) => boolean {
  const folders = new Set<string>();
  const rests = new Set<string>();
  // The files of Fumadocs and of plugins of MkDocs say what is shown of their own folder, whatever names it.
  const listing = new Set(navigation.entries.filter(isOfFolder(dialect)).map(({ file }) => folderOf(file)));
  // MkDocs shows every folder that no file says anything of.
  const isOpen =
    dialect === "mkdocs" && listing.size > 0 && navigation.entries.every(({ file }) => MKDOCS_FOLDER.test(file));
  for (const { ref, file, target, path } of navigation.entries) {
    // A link of a book to a folder lists none of its pages.
    if (target === "folder" && path !== null && !isBook(dialect)) folders.add(path);
    else if (ref.endsWith("/*")) folders.add(joinPath(root, ref.slice(0, -2)) ?? "");
    else if (target === "generated" && /^z?\.\.\.a?$/.test(ref)) rests.add(folderOf(file));
    // The plugins of MkDocs take a folder for all of its pages, elsewhere it is the address of one.
    else if (dialect === "mkdocs" && ref.endsWith("/") && !isUrl(ref)) folders.add(joinPath(root, ref) ?? "");
  }
  return (path) => {
    if (rests.has(folderOf(path)) || folders.has("")) return true;
    for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) {
      if (listing.has(folder)) return rests.has(folder);
      if (folders.has(folder)) return true;
    }
    return isOpen;
  };
}

/** Tells which entries are of a file that says what is shown of its folder. */
function isOfFolder(dialect: Site["dialect"]): (entry: NavigationEntry) => boolean {
  return ({ file }) => dialect === "fumadocs" || (dialect === "mkdocs" && MKDOCS_FOLDER.test(file));
}

const isBook = (dialect: Site["dialect"]) => dialect === "gitbook" || dialect === "mdbook";
const isUrl = (ref: string) => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(ref);

function toOrphan(path: string): RawFinding {
  const message = "The page isn't in the navigation. Add it to the navigation file, or link to it from another page.";
  return { path, line: 1, column: 1, rule: "orphan-page", message, severity: "warning", key: "orphan-page" };
}

/**
 * Rule `duplicate-slug`: two pages have the same address, so that readers see only one of them. Reported for a page that chose its
 * address itself, or else of the second.
 *
 * @param isToBlame tells whether a page may be named; one that did not change is not
 */
export function duplicateSlugs(site: Site, isToBlame: (path: string) => boolean): RawFinding[] {
  return [...pagesByRoute(site)].flatMap(([route, paths]): RawFinding[] => {
    if (paths.length < 2 || !isSharedForSure(paths, site)) return [];
    const line = (path: string) => slugLine(site, path);
    const path = [...paths].sort((a, b) => line(b) - line(a) || (a < b ? 1 : -1)).find(isToBlame);
    const other = paths.find((one) => one !== path);
    if (path === undefined) return [];
    const address = route.replace("/(unreleased)", "");
    const message = `The page has the same URL as ${other}: ${address}. Rename one of them, or change its slug.`;
    const key = `duplicate-slug ${route}`;
    return [
      { path, line: Math.max(1, line(path)), column: 1, rule: "duplicate-slug", message, severity: "error", key },
    ];
  });
}

/**
 * Whether pages have the same address without doubt: one of them names it, or they lie where their names make it so. Pages of
 * different folders come from different collections of code (Fumadocs, Nextra), whose addresses are guessed.
 */
function isSharedForSure(paths: readonly string[], { dialect, pages }: Site): boolean {
  // `a.md` is `a.html` there, and `a/index.md` is `a/index.html`.
  if (dialect === "sphinx") return new Set(paths.map(stemOf)).size < paths.length;
  if (dialect !== "fumadocs" && dialect !== "nextra") return true;
  const places = paths.map((path) => pages.get(path)?.data.slug ?? placeOfName(path));
  return new Set(places).size < places.length;
}

/** A path without ending, groups and the name of an index. */
function placeOfName(path: string): string {
  const parts = stemOf(path)
    .split("/")
    .filter((part) => !/^\(.*\)$/.test(part));
  return (["index", "page"].includes(parts.at(-1) ?? "") ? parts.slice(0, -1) : parts).join("/");
}

function pagesByRoute(site: Site): Map<string, string[]> {
  const byRoute = new Map<string, string[]>();
  for (const [path, page] of site.pages) {
    const route = page.isDraft ? null : plannedRoute(page, site);
    if (route === null || mayShareAddress(path, site)) continue;
    const paths = byRoute.get(route);
    if (paths) paths.push(path);
    else byRoute.set(route, [path]);
  }
  return byRoute;
}

/** The line of the front matter that gives a page its address; 0 when its name does. */
function slugLine(site: Site, path: string): number {
  return site.dialect === "docusaurus" ? (site.pages.get(path)?.slugLine ?? 0) : 0;
}

/** A README gives way to an index beside it, and on some sites `a.md` stands beside `a/index.md` on purpose. */
function mayShareAddress(path: string, { dialect, pages }: Site): boolean {
  const name = stemOf(path.slice(path.lastIndexOf("/") + 1)).toLowerCase();
  if (name === "readme") return true;
  if (name !== "index" && name !== "page") return false;
  const folder = folderOf(path);
  const hasTwin = pages.has(`${folder}.md`) || pages.has(`${folder}.mdx`);
  // mdBook writes `a.html` and `a/index.html`.
  return hasTwin && (dialect === "vitepress" || dialect === "mdbook" || dialect === "plain");
}
