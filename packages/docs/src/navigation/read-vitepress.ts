import type { Node } from "jsonc-parser";
import { pathOf } from "../page/page.ts";
import type { PageOutline } from "../page/read-outline.ts";
import { findRoutes, normalRoute } from "../site/page-routes.ts";
import { folderOf, isBelow, joinPath, stemOf } from "../site/posix.ts";
import type { NavigationEntry, Site } from "../site/site.ts";
import { findPage, foldersOf, type NavigationContext } from "./navigation-context.ts";
import { at, type JsonFile, propertiesOf, propertyOf, textOf } from "./read-json.ts";
import { type ModuleTexts, readTextsOf } from "./read-module.ts";

type Ground = NavigationContext & Pick<Site, "dialect" | "sections" | "otherFiles"> & { modules: ModuleTexts };

const FOLDER = ".vitepress/";
const MAX_DEPTH = 6;

/** Whether a file is code of a VitePress site, in which parts of its navigation may stand. */
export function isVitepressCode(path: string): boolean {
  const at = path.startsWith(FOLDER) ? 0 : path.indexOf(`/${FOLDER}`) + 1;
  if (at === 0 && !path.startsWith(FOLDER)) return false;
  const parts = path.slice(at + FOLDER.length).split("/");
  const name = parts.at(-1) ?? "";
  if (parts.length > MAX_DEPTH || parts[0] === "cache" || parts[0] === "dist") return false;
  return /\.m?[jt]s$/.test(name) && !/\.(?:d|test|spec|data)\.m?[jt]s$/.test(name);
}

/**
 * Reads the sidebars and the bars at the top of a VitePress configuration, of all its languages. What functions make of lists
 * is not followed, but an address that stands as a `link` in the code of the site is one of its navigation.
 */
export function readVitepress(path: string, file: JsonFile, ground: Ground): NavigationEntry[] {
  const root = file.root ?? undefined;
  const entries: NavigationEntry[] = [];
  const themes = [root, ...propertiesOf(propertyOf(root, "locales")).map(([, locale]) => locale)];
  for (const theme of themes.map((node) => propertyOf(node, "themeConfig"))) {
    for (const name of ["nav", "sidebar"]) {
      const part = propertyOf(theme, name);
      if (part) entries.push(...entriesOf(part, file, { ...ground, isSidebar: name === "sidebar" }));
    }
  }
  const seen = new Set(entries.map(({ file: own, line }) => `${own}:${line}`));
  return [
    ...entries,
    ...looseEntries(path, ground, textOf(propertyOf(root, "base"))).filter(
      ({ file: own, line }) => !seen.has(`${own}:${line}`),
    ),
  ];
}

function entriesOf(part: Node, file: JsonFile, ground: Ground & { isSidebar: boolean }): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const walk = (node: Node, groups: readonly string[], outer: string | null) => {
    // What code puts there may be any page.
    if (node.type === "null")
      entries.push({ ...at(file, node), ref: "*", title: null, target: "generated", path: null });
    const link = propertyOf(node, "link");
    const ref = textOf(link);
    const title = textOf(propertyOf(node, "text"));
    const base = textOf(propertyOf(node, "base")) ?? outer;
    // What opens in a window of its own may be another site below the same domain. All else the site itself shows, or says that
    // it has no such page.
    const isOwn = propertyOf(node, "target") === undefined;
    const mayBeOther = !isOwn || (!ground.isSidebar && ref !== null && isNameOfFile(ref, ground));
    const place = { ...ground, isShownHere: !mayBeOther };
    if (link && ref !== null)
      entries.push({ ...at(file, link), ref, title, groups, ...targetOf(withBase(ref, base), place) });
    for (const [name, value] of propertiesOf(node))
      walk(value, name === "items" && title ? [...groups, title] : groups, base);
    for (const item of node.type === "array" ? (node.children ?? []) : []) walk(item, groups, base);
  };
  walk(part, [], null);
  return entries;
}

/** Links of a group count from its `base`. */
function withBase(ref: string, base: string | null): string {
  if (base === null || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(ref)) return ref;
  return `${base.replace(/\/$/, "")}/${ref.replace(/^\//, "")}`;
}

const MADE_BASE = /\bbase:\s*`/;

/**
 * The links in the code of the site, of which only the code knows where they go.
 *
 * @param siteBase the part of its host's addresses that the site has
 */
function looseEntries(config: string, ground: Ground, siteBase: string | null): NavigationEntry[] {
  const folder = config.slice(0, config.indexOf(".vitepress/"));
  const own = [...ground.modules].filter(([path]) => path.startsWith(folder) && isVitepressCode(path));
  return own.flatMap(([file, text]) => {
    if (!/\blink\b/.test(text)) return [];
    // A group may have an address of its own, from which the links in it count.
    const isOfGroup = ({ value }: { value: string }) => /^\/./.test(value) && value !== siteBase;
    const isOpen = MADE_BASE.test(text) || readTextsOf(file, text, "base").some(isOfGroup);
    return readTextsOf(file, text, "link").flatMap(({ value: ref, line }): NavigationEntry[] => {
      const target = targetOf(ref, ground);
      if (target.target === "external" || (isOpen && target.path === null)) return [];
      return [{ file, line, ref, title: null, ...target }];
    });
  });
}

/** Whether a folder or a file is called as an address at the top: another part of a repository may be shown there. */
function isNameOfFile(ref: string, { folders, otherFiles }: Ground): boolean {
  const name = normalRoute(pathOf(ref)).slice(1).toLowerCase();
  const lastOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const isCalled = (path: string) => lastOf(path).replace(/\.[^.]*$/, "") === name;
  return [...folders].some((folder) => lastOf(folder) === name) || [...otherFiles].some(isCalled);
}

function targetOf(ref: string, ground: Ground & { isShownHere?: boolean }): Pick<NavigationEntry, "target" | "path"> {
  const external = { target: "external" as const, path: null };
  if (!ref.startsWith("/")) return /^\w[\w-]*(?:[/.#?]|$)/.test(ref) ? targetOf(`/${ref}`, ground) : external;
  if (!/^\/(?!\/)/.test(ref)) return external;
  const address = normalRoute(pathOf(ref));
  const file = stemOf(pathOf(ref).replace(/\.html$/, ""));
  const stem = joinPath(ground.root, file.slice(1));
  if (stem === null) return external;
  const addresses = addressesOf(ground);
  const page = findPage(ground, stem) ?? addresses.pages.get(address) ?? null;
  // At the top another part of the site may answer to what is no sidebar's; beside pages only a page can.
  const parent = folderOf(address.slice(1));
  const isFolder = ground.folders.has(joinPath(ground.root, parent) ?? "") || addresses.folders.has(parent);
  const isFile = ground.isShownHere === true || /\.(?:html|md)$/.test(pathOf(ref));
  // A name of HTML in a folder without pages is what another program of the build puts there.
  const isOthers = /\.html$/.test(pathOf(ref)) && !addresses.folders.has(parent) && !hasPagesBelow(parent, ground);
  const isOurs = parent === "" ? isFile : isFolder && !isOthers;
  return page === null && !isOurs ? external : { target: "page", path: page };
}

function hasPagesBelow(parent: string, { pages, root }: Ground): boolean {
  const folder = joinPath(root, parent);
  return folder !== null && [...pages.keys()].some((path) => isBelow(path, folder));
}

type Addresses = { pages: ReadonlyMap<string, string>; folders: ReadonlySet<string> };

const known = new WeakMap<ReadonlyMap<string, PageOutline>, Addresses>();

/** Pages by the address that the site's rules give them, which need not be that of their file. */
function addressesOf({ pages, dialect, sections }: Ground): Addresses {
  const found = known.get(pages) ?? { pages: new Map<string, string>(), folders: new Set<string>() };
  if (known.has(pages)) return found;
  const hasRules = sections.some(({ addressOf }) => addressOf);
  const routes = [...pages].flatMap(([path, page]) =>
    hasRules ? findRoutes(page, { dialect, sections }).map((route) => [route, path] as const) : [],
  );
  const addresses = { pages: new Map(routes), folders: foldersOf(routes.map(([route]) => route.slice(1))) };
  known.set(pages, addresses);
  return addresses;
}
