import { isDeepStrictEqual } from "node:util";
import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "./docs-reader.ts";
import { findGenerator } from "./generator/find-generator.ts";
import type { Generator } from "./generator/generator.ts";
import { foldersOf } from "./navigation/navigation-context.ts";
import { readDescribedPages } from "./navigation/read-mintlify-api.ts";
import { readModuleTexts } from "./navigation/read-module.ts";
import { NAVIGATION_CODE, readNavigation } from "./navigation/read-navigation.ts";
import { jsonFiles, readParts, SUMMARY } from "./navigation/read-parts.ts";
import { isVitepressCode } from "./navigation/read-vitepress.ts";
import { cachedOutline, cacheOutline, type PageOutline, readOutline } from "./page/read-outline.ts";
import { chooseLayout } from "./site/find-layout.ts";
import { pageRoutes, type RouteContext } from "./site/page-routes.ts";
import { folderOf, isBelow, joinPath } from "./site/posix.ts";
import { readSettings } from "./site/read-settings.ts";
import type { Redirect, Site } from "./site/site.ts";

/** An earlier state of the same site, and the pages that are not the same any more: only those are read again. */
export type EarlierSite = {
  site: Site;
  changed: ReadonlySet<string>;
};

/** Texts that are in memory at a time: a page may have 1 MB. */
const BATCH = 100;

/**
 * Reads a documentation site: its generator, its pages by outline, where each appears on the site, and its navigation.
 *
 * Nothing is run: configuration and navigation that are code are read as data as far as that goes, or only named
 * (`navigation.unread`). Page texts are not kept. Where pages differ from an earlier state in their text alone, the site is that state.
 */
export async function readSite(reader: DocsReader, earlier?: EarlierSite): Promise<Site> {
  const paths = (await reader.paths()).toSorted();
  const assets = await reader.assets?.();
  const allPaths = assets ? [...new Set([...paths, ...assets])].sort() : paths;
  const pages = await readPages(reader, paths.filter(isSitePage), earlier);
  if (earlier && isSameSite({ pages, allPaths, isWhole: assets !== undefined }, earlier)) return earlier.site;
  const navigationFiles = await reader.readMany(paths.filter(isNavigationFile));
  const outlines = [...pages.values()];
  const folders = foldersOf(allPaths);
  const evidence = { reader, paths: allPaths, files: new Set(allPaths), folders, pages: outlines };
  const generator = await findGenerator(evidence, navigationFiles);
  const ground = groundOf(generator, outlines, earlier?.site);
  const otherFiles = new Set(allPaths.filter((path) => !pages.has(path)));
  const modules = assets ? await readModuleTexts(reader, navigationModules(allPaths, ground), evidence.files) : NONE;
  const parts = await readParts(evidence, navigationFiles, ground);
  const code = [...modules]
    .map(([path, text]) => ({ path, text }))
    .filter(({ path }) => isNavigationModule(path, ground));
  const files = [...navigationFiles, ...code];
  const context = { ...ground, pages, folders, otherFiles, modules, parts };
  const { navigation, redirects } = readNavigation(files, context);
  const settings = await readSettings(reader, {
    dialect: ground.dialect,
    config: ground.config,
    allPaths,
    navigationFiles,
  });
  return {
    ...ground,
    languages: (generator.languages ?? []).filter((code) => LANGUAGE_CODE.test(code)),
    ...(generator.hasSlash === undefined ? {} : { hasSlash: generator.hasSlash }),
    hostBase: generator.hostBase ?? "",
    isBesideOthers: generator.isBesideOthers ?? false,
    hasNamedTargets: generator.hasNamedTargets ?? false,
    hasTermIds: generator.hasTermIds ?? false,
    headingIds: generator.headingIds ?? {},
    findsByName: generator.findsByName ?? false,
    described:
      ground.dialect === "mintlify"
        ? readDescribedPages(ground.config, configFiles(files, parts, ground), parts)
        : NONE_DESCRIBED,
    isRewritten: generator.isRewritten ?? false,
    hasOptionalTitles: generator.hasOptionalTitles ?? false,
    generatedRoutes: generator.generatedRoutes ?? [],
    ...(generator.themeFolder === undefined ? {} : { themeFolder: generator.themeFolder }),
    otherRoots: generator.otherRoots ?? [],
    isIgnoredLink: generator.isIgnoredLink ?? (() => false),
    pages,
    routes: routesOf(outlines, ground),
    navigation,
    redirects: [...redirects, ...(generator.redirects ?? []), ...settings.redirects, ...aliasesOf(outlines, ground)],
    otherFiles,
    folders,
    isWhole: assets !== undefined,
    settings,
  };
}

const NONE_DESCRIBED: Site["described"] = { routes: new Set(), names: null };

/** The configuration of a site with what it takes in by reference. */
function configFiles(
  files: readonly { path: string; text: string }[],
  parts: ReadonlyMap<string, string>,
  { config }: Pick<Site, "config">,
) {
  return [...files.filter(({ path }) => path === config), ...jsonFiles(parts)];
}

const NONE: ReadonlyMap<string, string> = new Map();

const LANGUAGE_CODE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}$/;
/** Versions times languages; each is tried for every address. */
const MAX_SECTIONS = 1_000;

/** The sections of a site. It does not move because a page of it was edited. */
function groundOf({ dialect, config, layouts }: Generator, pages: readonly PageOutline[], earlier: Site | undefined) {
  const isOpen = layouts.length > 1;
  const kept = isOpen && earlier?.dialect === dialect && earlier.config === config ? earlier.sections : null;
  const sections = kept ?? chooseLayout(pages, dialect, layouts).slice(0, MAX_SECTIONS);
  const [{ root, routeBase } = { root: "", routeBase: "" }] = sections;
  return { dialect, config, sections: sections.length > 0 ? sections : [{ root, routeBase }], root, routeBase };
}

/**
 * Whether nothing differs but the text of pages, which neither addresses nor navigation depend on. What a page links to counts for
 * the layout of a site, and that does not move because a page of it was edited.
 */
function isSameSite(
  { pages, allPaths, isWhole }: Pick<Site, "pages" | "isWhole"> & { allPaths: readonly string[] },
  { site, changed }: EarlierSite,
): boolean {
  if (site.isWhole !== isWhole || site.pages.size !== pages.size) return false;
  if (site.otherFiles.size !== allPaths.length - pages.size) return false;
  if (!allPaths.every((path) => (pages.has(path) ? site.pages : site.otherFiles).has(path))) return false;
  return [...changed].every((path) => {
    const [now, before] = [pages.get(path), site.pages.get(path)];
    if (now === undefined || before === undefined || isNavigationFile(path) || SUMMARY.test(path)) return false;
    const { absoluteLinks, relativeLinks } = before;
    return isDeepStrictEqual({ ...now, absoluteLinks, relativeLinks }, before);
  });
}

/** Former addresses that pages name in their front matter (Hugo, Jekyll), below which they answer too. */
function aliasesOf(pages: readonly PageOutline[], ground: RouteContext): Redirect[] {
  return pages.flatMap((page) => {
    const named = [page.data.aliases, page.data.redirect_from].flatMap(textsOf);
    const [to] = named.length === 0 ? [] : pageRoutes(page, ground);
    const former = named.flatMap((one) => formerAddress(one, to, ground) ?? []);
    return former.map((from) => (to === undefined ? { from } : { from, to }));
  });
}

/** Hugo counts an address without a slash from the folder of its page, and the plugin of Jekyll from the root. */
function formerAddress(text: string, route: string | undefined, { dialect }: RouteContext): string | null {
  if (text.startsWith("/")) return text;
  if (dialect === "jekyll") return `/${text}`;
  const place = dialect === "hugo" && route !== undefined ? joinPath(folderOf(route.slice(1)), text) : null;
  return place === null ? null : `/${place}`;
}

function textsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string");
}

/** The path at which a page appears on the site, e.g. `/guide/install`; null for a partial or a page outside the site's folder. */
export function sitePath(site: Site, path: string): string | null {
  const page = site.pages.get(path);
  return page === undefined ? null : (pageRoutes(page, site)[0] ?? null);
}

type Ground = ReturnType<typeof groundOf>;

function isNavigationModule(path: string, { dialect, config }: Ground): boolean {
  return NAVIGATION_CODE.test(path) || (dialect === "starlight" && path === config);
}

/** Navigation written as code that is this site's, in a repository with several: below its pages, or nearest beside them. */
function navigationModules(paths: string[], { root, dialect, config }: Ground): string[] {
  if (dialect === "starlight") return [config];
  // Pages may lie in a folder of their own beside the configuration.
  const at = dialect === "vitepress" ? config.indexOf(".vitepress/") : -1;
  if (at >= 0) return paths.filter((path) => path.startsWith(config.slice(0, at)) && isVitepressCode(path));
  const code = paths.filter((path) => NAVIGATION_CODE.test(path));
  if (dialect === "nextra" && config !== "") return code.filter((path) => isBelow(path, folderOf(config)));
  const below = code.filter((path) => isBelow(path, root));
  const shared = (path: string) => path.split("/").findIndex((part, index) => part !== root.split("/")[index]);
  const beside = code.filter((path) => !isBelow(path, root) && /(^|\/)sidebars\./.test(path));
  const nearest = beside.sort((a, b) => shared(b) - shared(a)).slice(0, 1);
  return below.some((path) => /(^|\/)sidebars\./.test(path)) ? below : [...below, ...nearest];
}

/** A page of the site: what lies in a folder such as `.github` or `.vale` is for machines. */
function isSitePage(path: string): boolean {
  return isPageFile(path) && !/(^|\/)\.[^/]+\//.test(path);
}

async function readPages(
  reader: DocsReader,
  paths: string[],
  earlier: EarlierSite | undefined,
): Promise<Map<string, PageOutline>> {
  const pages = new Map<string, PageOutline | undefined>();
  for (const path of paths) {
    const name = reader.identify?.(path);
    const same = earlier?.changed.has(path) ? undefined : earlier?.site.pages.get(path);
    pages.set(path, same ?? (name === undefined ? undefined : cachedOutline(path, name)));
  }
  const missing = paths.filter((path) => pages.get(path) === undefined);
  for (let from = 0; from < missing.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(missing.slice(from, from + BATCH))) {
      const outline = readOutline(path, text);
      pages.set(path, outline);
      const name = reader.identify?.(path);
      if (name !== undefined) cacheOutline(outline, name);
    }
  }
  return new Map([...pages].flatMap(([path, page]) => (page ? [[path, page] as const] : [])));
}

function routesOf(pages: PageOutline[], ground: RouteContext): Map<string, string> {
  const all = pages.map((page) => ({ page, routes: pageRoutes(page, ground) }));
  const routes = new Map<string, string>();
  // Canonical paths first: no page's second name may hide another page's own.
  for (const isCanonical of [true, false]) {
    for (const { page, routes: own } of all) {
      for (const route of isCanonical ? own.slice(0, 1) : own.slice(1))
        if (!routes.has(route)) routes.set(route, page.path);
    }
  }
  return routes;
}
