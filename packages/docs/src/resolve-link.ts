// Longer than others: every way in which a link leads somewhere, in the order in which they are tried.
import { isPageFile } from "@docsteward/contract/docs-files";
import { oncePer } from "@docsteward/platform/once-per";
import { appRoutesBeside, appRoutesOf, hasOwnHome, openPagesOf } from "./app-routes.ts";
import { EVERYWHERE } from "./generator/generator.ts";
import { foldersOf } from "./navigation/navigation-context.ts";
import { isDescribed } from "./navigation/read-mintlify-api.ts";
import { asPath, linkKind, pathOf } from "./page/page.ts";
import { sitePath } from "./read-site.ts";
import {
  findRelative,
  leavesPages,
  mayLieElsewhere,
  namesFile,
  pageAt,
  readsAddresses,
  routeFrom,
} from "./relative-links.ts";
import { isDoubtful, isInNamedFolder, isMadeFolder, nameOf } from "./site/doubtful-areas.ts";
import { isOfDoxygen } from "./site/doxygen.ts";
import { decode, normalRoute } from "./site/page-routes.ts";
import { folderOf, isBelow, joinPath, stemOf } from "./site/posix.ts";
import { matchesSource, type RedirectSource } from "./site/redirect-source.ts";
import { isRedirected } from "./site/redirects.ts";
import { hasFileAt, htmlPostsOf, isBelowLink, isPageOfBuild, isServedText } from "./site/repository-files.ts";
import { pathInSection, sectionOf, sectionsAt } from "./site/sections.ts";
import type { Site } from "./site/site.ts";

type ResolvedLink =
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
/** What the template of a page has in place of a link, or a link that only shows how one looks. */
const PLACEHOLDER = /^(?:url|link|href|anchor|todo|tbd|placeholder|xxx+|\.{3}|path\/to\/.*|your[-_].*)$/i;
/** The same by a name of its own: `PR_URL`. */
const NAMED_PLACEHOLDER =
  /^[A-Z][A-Z0-9_]{0,40}_(?:URL|URI|LINK|HREF|PATH)$|^(?:__|%%?)[A-Z][A-Z_]{2,40}(?:__|%)|^(?:replace|insert|add)[-_](?:me|your|a|the|link|url|here|to|path)(?:[-_][a-z]{1,20}){0,3}$/i;
/** A part of a path in which letters stand for numbers: `NNNN-title.md`. */
const PLACEHOLDER_PART = /(?:^|[/_.-])(?:N{3,9}|X{3,9}|YYYY)(?=[/_.-]|$)/;
/** What GitLab serves of a project beside its files, and its addresses on GitHub, as far above as a page of it is shown. */
const OF_HOST = /(?:^|\/)-\/(?:\w|$)/;
const OF_GITHUB =
  /^(?:\.\.\/){2,}(?:blob|tree|raw|edit|blame|commits?|wiki|issues|pulls?|compare|releases|actions|discussions|security|projects|labels|milestones?)(?:\/|$)/;
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
  if (url.length > MAX_URL || /[{}<>$\u{F8FF}]|^@|^~/u.test(url) || isPlaceholder(url.replace(/^#/, "")))
    return UNKNOWN;
  // A plugin of GitHub Pages takes the slash away, so that it counts from the page.
  if (site.dialect === "jekyll" && url.startsWith("/../")) return UNKNOWN;
  const hash = url.indexOf("#");
  const fragment = hash < 0 ? "" : url.slice(hash + 1);
  const path = withoutHostBase(site, decode(asPath(site.dialect, pathOf(url))));
  if (OF_HOST.test(path) || (OF_GITHUB.test(path) && isReadBesideFiles(site, from))) return UNKNOWN;
  const anchor = fragment === "" || fragment.startsWith(":~:") ? null : fragment;
  if (path === "") return { kind: "page", path: from, anchor };
  // A name of a place, of an object or of another project: which there are only the build knows.
  if (site.hasNamedTargets && isName(path))
    return isLostPath(site, from, path) ? { kind: "missing", target: url } : pageLink(site, from, path, anchor);
  const named = kind === "asset" ? namedLikeFile(site, from, path) : null;
  if (named !== null) return { kind: "page", path: named, anchor };
  if (kind === "asset") return { kind: "asset", path: path.startsWith("/") ? null : joinPath(folderOf(from), path) };
  const found =
    (path.startsWith("/") ? byRoute(site, path) : findRelative(site, from, path)) ?? findByTemplate(site, path);
  if (found !== null) return { kind: "page", path: found, anchor };
  const byName = site.findsByName ? findByName(site, path) : null;
  if (byName !== null) return { kind: "page", path: byName, anchor };
  // A README and the like is read where the repository lies, whose own addresses are not known.
  if (path.startsWith("/") && sectionOf(site, from) === null) return UNKNOWN;
  if (isOfDoxygen(site, from, path) || isOtherDocument(site, from, path) || isAtTop(site, path)) return UNKNOWN;
  const isOther = path.startsWith("/")
    ? isServedText(site, path) || mayBeServed(site, path)
    : mayLieElsewhere(site, from, path) || answersByAddress(site, from, path) || isFileOfBuild(site, from, path);
  const isMeant = site.generatedRoutes.includes(EVERYWHERE) || site.isIgnoredLink(url);
  const place = path.startsWith("/") ? path : isPageFile(path) ? joinPath(folderOf(from), path) : null;
  const file = path.startsWith("/") ? path : joinPath(folderOf(from), path);
  const ofAddress = path.startsWith("/") && SHOWN_BELOW.has(site.dialect) ? filesAt(site, path) : [];
  const isDoubted =
    (place !== null && isDoubtful(site, place)) ||
    (file !== null && isMadeFolder(site, file, !isPageFile(path))) ||
    ofAddress.some((one) => isInNamedFolder(site, one));
  return isOther || isMeant || isDoubted ? UNKNOWN : { kind: "missing", target: url };
}

/** These show a folder of pages below an address of another name. */
const SHOWN_BELOW: ReadonlySet<Site["dialect"]> = new Set<Site["dialect"]>(["docusaurus", "nextra", "fumadocs"]);

const isPlaceholder = (url: string) =>
  PLACEHOLDER.test(url) || NAMED_PLACEHOLDER.test(url) || PLACEHOLDER_PART.test(url);

/** Whether a page is read where the repository lies. */
const isReadBesideFiles = (site: Site, from: string) =>
  site.dialect === "plain" || site.dialect === "gitbook" || sectionOf(site, from) === null;

/** Pages that Sphinx makes by itself. */
const OF_SPHINX: ReadonlySet<string> = new Set(["/genindex", "/py-modindex", "/search"]);

/** Whether a path of a Sphinx site leads to a document that is not written in Markdown. */
function isOtherDocument(site: Site, from: string, path: string): boolean {
  if (site.dialect !== "sphinx" || isPageFile(path)) return false;
  const file = path.startsWith("/") ? joinPath(site.root, path.slice(1)) : joinPath(folderOf(from), path);
  const stem = file?.replace(/\.(?:html|rst)$|\/$/, "");
  const route =
    stem === undefined || !isBelow(stem, site.root)
      ? ""
      : `/${stem.slice(site.root === "" ? 0 : site.root.length + 1)}`;
  if (OF_SPHINX.has(route) || isMadeRoute(site, route)) return true;
  if (site.themeFolder !== undefined && file !== null && isBelow(file, site.root)) {
    const served = joinPath(site.themeFolder, site.root === "" ? file : file.slice(site.root.length + 1));
    if (served !== null && site.otherFiles.has(served)) return true;
  }
  return DOCUMENTS.some((ending) => site.otherFiles.has(stem + ending));
}

/** Whether an address leads to something from the top of the repository, as its host reads it; GitBook's pages are read there, too. */
function isAtTop({ dialect, folders, otherFiles, pages }: Site, path: string): boolean {
  if ((dialect !== "plain" && dialect !== "gitbook") || !path.startsWith("/")) return false;
  const place = path.replace(/^\/|\/$/g, "");
  return folders.has(place) || otherFiles.has(place) || pages.has(place);
}

const pagesByName = oncePer((pages: Site["pages"]) => new Map([...pages.keys()].map((page) => [nameOf(page), page])));

/** The page that is called like the last part of a link, with or without its ending. */
function findByName({ pages }: Site, path: string): string | null {
  return pagesByName(pages).get(nameOf(path)) ?? null;
}

/** The page that is called like a file: `/core/a.ts`, of `core/a.ts.md`. */
function namedLikeFile(site: Site, from: string, path: string): string | null {
  if (path.startsWith("/")) return site.routes.get(normalRoute(path)) ?? null;
  const file = joinPath(folderOf(from), path);
  return [`${file}.md`, `${file}.mdx`].find((page) => site.pages.has(page)) ?? null;
}

/** A page may name where its site is hosted. Where an address of the site begins in the same way, that is meant. */
function withoutHostBase({ hostBase, routes }: Site, path: string): string {
  const isNamed = hostBase !== "" && path.startsWith(`${hostBase}/`);
  return isNamed && !routes.has(normalRoute(path)) ? path.slice(hostBase.length) : path;
}

/** A template of a Hugo site for its links looks pages up: in any case, and from the root of the content too. */
function findByTemplate(site: Site, path: string): string | null {
  if (site.dialect !== "hugo" || !site.hasNamedTargets || path.startsWith(".")) return null;
  return byRoute(site, `/${path.replace(/^\//, "").toLowerCase()}`);
}

/** Whether a link is no path: `(name)=` of Sphinx, or what a preprocessor of a book knows. */
function isName(path: string): boolean {
  return !/^[./]|\/$/.test(path) && !/\.(?:mdx?|html?|rst)$/i.test(path);
}

const DOCUMENTS = ["", ".md", ".rst", ".ipynb", ".txt"];

/** Whether a name in a Sphinx site is the path of a document that is not there: it leads into a folder, and no place is called so. */
function isLostPath(site: Site, from: string, path: string): boolean {
  if (site.dialect !== "sphinx" || !site.isWhole || !path.includes("/") || namedTargetsOf(site).has(path)) return false;
  const places = [joinPath(folderOf(from), path), joinPath(site.root, path)].filter((place) => place !== null);
  const isThere = (file: string) => site.pages.has(file) || site.otherFiles.has(file) || site.folders.has(file);
  const [beside = ""] = places;
  if (DOCUMENTS.some((ending) => isThere(beside + ending)) || site.settings.isMadeByBuild(beside)) return false;
  return places.some((place) => folderOf(place) !== site.root && site.folders.has(folderOf(place)));
}

const targets = new WeakMap<Site, ReadonlySet<string>>();

/** The names that pages of a Sphinx site give to places. */
export function namedTargetsOf(site: Site): ReadonlySet<string> {
  const found =
    targets.get(site) ?? new Set([...site.pages.values()].flatMap(({ targets, labels }) => [...targets, ...labels]));
  targets.set(site, found);
  return found;
}

function pageLink(site: Site, from: string, path: string, anchor: string | null): ResolvedLink {
  const found = findRelative(site, from, path);
  return found === null ? UNKNOWN : { kind: "page", path: found, anchor };
}

function byRoute(site: Site, path: string): string | null {
  const route = normalRoute(path);
  const withoutBase = site.dialect === "mintlify" ? site.routes.get(route.replace(/^\/docs(?=\/)/, "")) : undefined;
  const found =
    site.routes.get(route) ?? withoutBase ?? site.routes.get(normalRoute(route.replace(/\/(index|readme)$/i, "")));
  if (found !== undefined) return found;
  // The file's own path from the root of its pages, whatever front matter made of its address.
  for (const file of filesAt(site, path)) {
    const page = pageAt(site, file);
    if (page !== null) return page;
  }
  return untranslated(site, route);
}

/** These show a page in the language of the source where it has no translation. */
const WITH_FALLBACK: ReadonlySet<Site["dialect"]> = new Set<Site["dialect"]>(["starlight", "docusaurus", "mkdocs"]);

/** The page that answers at the address of a translation that was not written. */
function untranslated({ dialect, sections, routes }: Site, route: string): string | null {
  if (!WITH_FALLBACK.has(dialect)) return null;
  for (const { language, originalRoot, routeBase } of sectionsAt({ sections }, `${route}/`)) {
    const source = language === undefined ? undefined : sections.find(({ root }) => root === originalRoot);
    const found = source && routes.get(source.routeBase + route.slice(routeBase.length) || "/");
    if (found !== undefined) return found;
  }
  return null;
}

/** The files that an address may be of: below the main pages, and below those whose address it begins with. */
function filesAt(site: Site, path: string): string[] {
  const below = sectionsAt(site, path);
  const places = [
    joinPath(site.root, path.slice(1)),
    ...site.otherRoots.map((root) => joinPath(root, path.slice(1))),
    ...below.map(({ root, routeBase }) => joinPath(root, path.slice(routeBase.length + 1))),
    // Docusaurus also takes the name of a file from the folder of the site.
    ...(site.dialect === "docusaurus" && isPageFile(path) ? [joinPath(folderOf(site.config), path.slice(1))] : []),
  ];
  return [...new Set(places)].filter((place) => place !== null);
}

/** In these, plugins make pages which others may name by a file. */
const MAKES_FILES: ReadonlySet<Site["dialect"]> = new Set<Site["dialect"]>([
  "docusaurus",
  "vitepress",
  "mkdocs",
  "mdbook",
]);

/** Whether a relative link leads to a file whose address is below those that the build makes, or is one of many of a page. */
function isFileOfBuild(site: Site, from: string, path: string): boolean {
  if (!MAKES_FILES.has(site.dialect)) return false;
  const file = joinPath(folderOf(from), path);
  const section = file === null ? null : sectionOf(site, file);
  if (file === null || section === null) return false;
  const route = normalRoute(`${section.routeBase}/${pathInSection(section, file)}`);
  return isMadeRoute(site, route) || isOpenPage(site, route);
}

const isMadeRoute = ({ generatedRoutes }: Site, route: string) =>
  generatedRoutes.some((base) => route === base || route.startsWith(`${base}/`));

/** Whether an address is that of a page whose name holds a part that stands for anything: `[slug].md`. */
export function isOpenPage(site: Site, route: string): boolean {
  return groundOf(site).openPages.some((page) => matchesSource(page, route));
}

/** In these, plugins and the build make lists of pages at addresses that are known. */
const MAKES_LISTS: ReadonlySet<Site["dialect"]> = new Set<Site["dialect"]>(["mkdocs", "hugo", "jekyll"]);

/** Whether a relative link that leads to no file leads to an address that answers all the same. */
function answersByAddress(site: Site, from: string, path: string): boolean {
  const base = sitePath(site, from);
  if (base === null || namesFile(site, path)) return false;
  const route = routeFrom(base, path);
  const isNamed = readsAddresses(site, path) && site.settings.isNamedAddress(route);
  const starts = MAKES_LISTS.has(site.dialect) ? [base, `${base}/`] : [];
  const isMade = starts.some((start) => {
    const made = routeFrom(start, path);
    return isMadeRoute(site, made) || isMadeList(site, made);
  });
  return isRedirected(site, route) || isNamed || isMade || (leavesPages(site, from, path) && mayBeServed(site, route));
}

/** Parts of addresses under which generators or their hosts list pages by tag, by date or by version. */
const LISTING = /^(category|tags|archive|authors|next|v?\d[\w.-]*)$/;
/** The same where every version is a folder of pages, and no dates stand in addresses. */
const TAGS = /^(category|tags|archive|authors)$/;
/** These make no page but those that are written and those of their known plugins. */
const LISTS: Partial<Record<Site["dialect"], RegExp | null>> = {
  vitepress: null,
  docusaurus: TAGS,
  nextra: TAGS,
  fumadocs: TAGS,
};

function isListing({ dialect }: Site, part: string): boolean {
  const listing = LISTS[dialect] === undefined ? LISTING : LISTS[dialect];
  return listing?.test(part) === true;
}

/** Whether an address is that of a tag or a category, of which these make a page each (`/tags/security`). */
function isTagged({ dialect }: Site, first: string, rest: readonly string[]): boolean {
  return (dialect === "hugo" || dialect === "jekyll") && rest.length > 0 && /^(?:tags|categories)$/.test(first);
}

/** The second and later pages of a list: `/blog/page/2`, `/page2`. */
const NUMBERED = /\/page\/?\d{1,4}$/;
const NUMBERS_LISTS: ReadonlySet<Site["dialect"]> = new Set<Site["dialect"]>(["docusaurus", "hugo", "jekyll"]);

/** Whether an address is that of a list which the build makes of pages beside it. */
function isMadeList({ dialect }: Site, route: string): boolean {
  const last = route.slice(route.lastIndexOf("/") + 1);
  if (NUMBERS_LISTS.has(dialect) && NUMBERED.test(route)) return true;
  if (dialect === "docusaurus") return TAGS.test(last) && route.lastIndexOf("/") > 0;
  // Docsy shows a section on one page, to be printed, and other themes show any page in another form.
  return dialect === "hugo" && (last === "_print" || /^index\.[a-z]+$/.test(last));
}

/** Whether a site path without a page may be served by something else: a file, a redirect, code, a generated page, another site. */
function mayBeServed(site: Site, path: string): boolean {
  if (isStrange(site, normalRoute(path))) return true;
  return site.settings.isNamedAddress(normalRoute(path)) || mayAnswer(site, path, site.settings.isNamedInConfiguration);
}

/** Two names that begin with so many equal letters may be of one page, one of them misspelt or former. */
const MIN_ALIKE = 4;

/**
 * Whether an address is at the top of a domain of which a MkDocs site may be a part, and like no address of the site: `/status`.
 * MkDocs leaves such links as they are when it builds.
 */
function isStrange(site: Site, route: string): boolean {
  const name = route.slice(1);
  if (site.dialect !== "mkdocs" || name === "" || name.includes("/")) return false;
  const start = name.slice(0, MIN_ALIKE).toLowerCase();
  return !groundOf(site).tops.some((top) => top.startsWith(start) || (top.length > 1 && name.startsWith(top)));
}

/**
 * The same of an address that the configuration itself names, which therefore says nothing of it.
 *
 * @param isNamed tells whether the configuration names the first part of the address
 */
export function mayAnswer(site: Site, path: string, isNamed: (word: string) => boolean = () => false): boolean {
  const route = normalRoute(path);
  if (isRedirected(site, route)) return true;
  if (isMadeRoute(site, route) || isOpenPage(site, route)) return true;
  if (groundOf(site).ownRoutes.has(route)) return true;
  if (isMadeList(site, route)) return true;
  // A document of a collection that is no `.md`.
  if (site.dialect === "jekyll" && hasFileAt(site, joinPath(site.root, `_${route.slice(1)}`) ?? "")) return true;
  if (site.dialect === "jekyll" && htmlPostsOf(site).has(route.slice(route.lastIndexOf("/") + 1))) return true;
  const files = filesAt(site, route);
  if (files.some((file) => hasFileAt(site, file) || isPageOfBuild(site, file) || isBelowLink(site, file))) return true;
  if (site.dialect === "mintlify")
    return files.some((file) => site.folders.has(file)) || isDescribed(site.described, route) || isMadeWhole(site);
  if (site.isWhole && isOutsideAll(site, route, isNamed)) return false;
  const parent = route.slice(0, route.lastIndexOf("/"));
  if (parent === "") return true;
  return !groundOf(site).parents.has(parent);
}

/** Whether the navigation names a page that is made before the build, and is no operation of an API: then any may be made. */
const isMadeWhole = oncePer(({ navigation }: Site): boolean =>
  navigation.entries.some(({ target, ref }) => target === "generated" && !/\s/.test(ref.trim())),
);

/**
 * Whether a path lies among the site's own pages, or where nothing in the repository could answer. VitePress and Docusaurus
 * refuse such a link when they build; elsewhere that is only sure below where the pages are.
 */
function isOutsideAll(site: Site, route: string, isNamed: (word: string) => boolean): boolean {
  const { dialect, routeBase } = site;
  const { areas, names, hasHome } = groundOf(site);
  if (dialect === "plain") return false;
  const [first = "", ...rest] = route.slice(1).split("/");
  if (rest.some((part) => isListing(site, part)) || isTagged(site, first, rest)) return false;
  const isOurs = routeBase === `/${first}` || (routeBase === "" && areas.has(first));
  if (isOurs) return rest.length > 0;
  // Beside a site of Jekyll that is served below a name lie others of its owner.
  if (site.isBesideOthers) return false;
  const isWholeDomain = ["vitepress", "docusaurus", "mkdocs"].includes(dialect) || routeBase === "" || hasHome;
  return isWholeDomain && !names.has(first.toLowerCase()) && !isNamed(first);
}

type Ground = {
  /** First parts of addresses below which pages lie. */
  areas: ReadonlySet<string>;
  /** What folders and files are called, without ending, in lower case: what answers to an address is named after it. */
  names: ReadonlySet<string>;
  /** First parts of all addresses, in lower case. */
  tops: readonly string[];
  /** Addresses below which pages lie, at any depth. */
  parents: ReadonlySet<string>;
  /** The addresses of pages whose name holds a part that stands for anything: `[slug].md`. */
  openPages: readonly RedirectSource[];
  /** Addresses at which the code of an app of Next.js shows a page of its own. */
  ownRoutes: ReadonlySet<string>;
  /** Whether the code of the site shows a page at `/` and none at whatever address comes, so that it is the whole domain. */
  hasHome: boolean;
};

const grounds = new WeakMap<Site, Ground>();

function groundOf(site: Site): Ground {
  const known = grounds.get(site);
  if (known) return known;
  const areas = [...site.routes.keys()].flatMap((route) => route.split("/").slice(1, -1)[0] ?? []);
  // The folder of the pages is called something too, and answers to nothing by it; those in it answer by their pages.
  const ofPages = foldersOf(site.pages.keys());
  const isOurs = servedBeside(site);
  const folders = [...site.folders]
    .filter(isOurs)
    .filter((folder) => !isBelow(`${site.root}/`, folder) && !(ofPages.has(folder) && sectionOf(site, folder) !== null))
    // Docusaurus names an older version by its folder, which another host may still show.
    .map((folder) => folder.slice(folder.lastIndexOf("/") + 1).replace(/^version-/, ""));
  const files = [...site.otherFiles]
    .filter(isOurs)
    .map((path) => stemOf(path.slice(path.lastIndexOf("/") + 1)).replace(/\.[^.]+$/, ""));
  const ground = {
    areas: new Set(areas),
    names: new Set([...folders, ...files].map((name) => name.toLowerCase())),
    tops: [...new Set([...site.routes.keys()].map((route) => (route.split("/")[1] ?? "").toLowerCase()))],
    parents: foldersOf(site.routes.keys()),
    openPages: openPagesOf(site),
    ownRoutes: new Set(
      (OF_THEIR_FOLDER.has(site.dialect) ? appRoutesBeside(site) : appRoutesOf(site)).map(
        (parts) => `/${parts.join("/")}`,
      ),
    ),
    hasHome: hasOwnHome(site),
  };
  grounds.set(site, ground);
  return ground;
}

/** These serve what lies in the folder of their configuration, and nothing of the code beside it. */
const OF_THEIR_FOLDER: ReadonlySet<Site["dialect"]> = new Set<Site["dialect"]>(["docusaurus", "starlight"]);
/** What says that the folder it lies in is built or shown by itself, so that the same host may serve it. */
const BUILT_APART =
  /(^|\/)(package\.json|index\.html|Dockerfile|(mkdocs|properdocs)\.ya?ml|book\.toml|conf\.py|Cargo\.toml|go\.mod|pyproject\.toml)$/;

/** Tells whether an address may be named after a file or a folder: one of the site, or what is built apart, with all folders above it. */
function servedBeside({ dialect, config, otherFiles, isWhole }: Site): (path: string) => boolean {
  if (!(OF_THEIR_FOLDER.has(dialect) || dialect === "nextra") || !isWhole || !config.includes("/")) return () => true;
  const folder = folderOf(config);
  const apart = [...otherFiles].filter((path) => BUILT_APART.test(path));
  const shown = foldersOf(apart);
  return (path) => isBelow(path, folder) || shown.has(path);
}
