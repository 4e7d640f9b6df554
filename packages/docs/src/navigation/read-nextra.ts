import { oncePer } from "@docsteward/platform/once-per";
import type { Node } from "jsonc-parser";
import { isLanguageTag } from "../site/page-edition.ts";
import { folderOf, isBelow, joinPath } from "../site/posix.ts";
import type { NavigationEntry, Site } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";
import { at, type JsonFile, propertiesOf, propertyOf, textOf } from "./read-json.ts";

/** Reads a Nextra `_meta.json`: each key names a page or folder beside the file, unless it is a separator or a link. */
export function readNextra(path: string, file: JsonFile, ground: Ground & NextraSite): NavigationEntry[] {
  const folder = folderOf(path);
  const section = ground.sections.find(({ root }) => folder === root || isBelow(folder, root));
  return entriesOf(file.root ?? undefined, folder, { file, ground }).map((entry) => {
    if (entry.target !== "page" || entry.path !== null || section === undefined) return entry;
    const address = `${section.routeBase}/${joinPath(folder.slice(section.root.length), entry.ref) ?? ""}`;
    return isShownByApp(address, ground) ? { ...entry, target: "generated" } : entry;
  });
}

type NextraSite = Pick<Site, "config" | "sections">;

const pagesOfCode = oncePer((files: ReadonlySet<string>) =>
  [...files].filter((path) => /(?:^|\/)page\.[jt]sx?$/.test(path) && `/${path}`.includes("/app/")),
);

/** Whether the app of a Nextra site shows a page of code at an address, or below it: such as a page map of other files. */
function isShownByApp(address: string, { config, otherFiles }: Ground & NextraSite): boolean {
  const project = folderOf(config);
  return pagesOfCode(otherFiles).some((path) => {
    const parts = path.slice(project === "" ? 0 : project.length + 1).split("/");
    const app = parts.indexOf("app");
    if (!isBelow(path, project) || app > 1) return false;
    const route = parts.slice(app + 1, -1).filter((part) => !OF_NO_ADDRESS.test(part));
    return `/${route.join("/")}/`.startsWith(`${address}/`);
  });
}

/** Groups, slots, and the part that stands for a language. */
const OF_NO_ADDRESS = /^\(.*\)$|^\[(?:lang|locale)\]$|^@/;

/** Reads a `_meta.global` of Nextra 4: as one of each folder, those of folders below the `items` of their name. */
export function readNextraGlobal(path: string, file: JsonFile, ground: Ground): NavigationEntry[] {
  const routes = appRoutes(folderOf(path), ground);
  return readNextraTree(file.root ?? undefined, ground.root, { file, ground }, (entry, folder) => {
    const isLost = entry.target === "page" && entry.path === null;
    const below = joinPath(folder, entry.ref === "index" ? "" : entry.ref) ?? "";
    const address = ground.root === "" ? below : below.slice(ground.root.length + 1);
    // What the code of the app shows at the address of the entry.
    return isLost && routes.has(address) ? { ...entry, target: "generated" } : entry;
  });
}

/** Reads the names of a folder, and below the `items` of each those of the folder of its name. */
export function readNextraTree(
  root: Node | undefined,
  top: string,
  place: Place,
  judge: (entry: NavigationEntry, folder: string) => NavigationEntry = (entry) => entry,
): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const walk = (node: Node | undefined, folder: string) => {
    for (const entry of entriesOf(node, folder, place)) entries.push(judge(entry, folder));
    for (const [name, value] of propertiesOf(node)) {
      const below = joinPath(folder, name);
      const items = propertyOf(value, "items");
      if (items && below !== null) walk(items, below);
    }
  };
  walk(root, top);
  return entries;
}

type Ground = NavigationContext & { otherFiles: ReadonlySet<string> };

/** The addresses that the `page` files below a folder of the app router have, without the slash at their beginning. */
function appRoutes(app: string, { pages, otherFiles }: Ground): Set<string> {
  const found = new Set<string>();
  for (const path of [...pages.keys(), ...otherFiles]) {
    if (!isBelow(path, app) || !/(?:^|\/)page\.(?:[jt]sx?|mdx?)$/.test(path)) continue;
    const parts = path.slice(app === "" ? 0 : app.length + 1).split("/");
    found.add(
      parts
        .slice(0, -1)
        .filter((part) => !OF_NO_ADDRESS.test(part))
        .join("/"),
    );
  }
  return found;
}

type Target = Pick<NavigationEntry, "target" | "path">;

const PAGE_CODE = [".jsx", ".tsx", ".js", ".ts"];

type Place = { file: JsonFile; ground: Ground };

function entriesOf(node: Node | undefined, folder: string, { file, ground }: Place): NavigationEntry[] {
  return propertiesOf(node).flatMap(([name, value, node]): NavigationEntry[] => {
    if (name === "*" || textOf(propertyOf(value, "type")) === "separator") return [];
    const title = textOf(value) ?? textOf(propertyOf(value, "title"));
    const entry = { ...at(file, node), ref: name, title };
    const isMenu = textOf(propertyOf(value, "type")) === "menu";
    if (propertyOf(value, "href") || isMenu) return [{ ...entry, target: "external", path: null }];
    const found = indexOfApp(folder, name, ground) ?? pageInLanguage(folder, name, ground);
    // Nextra shows nothing of what is hidden, whether it is there or not.
    const isHidden = textOf(propertyOf(value, "display")) === "hidden";
    return [{ ...entry, ...(isHidden && found.path === null ? { target: "generated", path: null } : found) }];
  });
}

/** The page of a folder of the app router, which its file calls `index` as in a folder of pages. */
function indexOfApp(folder: string, name: string, { pages, otherFiles }: Ground): Target | null {
  if (name !== "index") return null;
  const stem = folder === "" ? "page" : `${folder}/page`;
  const path = [`${stem}.mdx`, `${stem}.md`].find((file) => pages.has(file));
  if (path !== undefined) return { target: "page", path };
  const isCode = PAGE_CODE.some((ending) => otherFiles.has(stem + ending));
  return isCode ? { target: "generated", path: null } : null;
}

const pagesByStem = oncePer(
  (pages: NavigationContext["pages"]) =>
    new Map(
      [...pages.keys()].flatMap((path): [string, string][] => {
        const without = withoutLanguage(path);
        return without === null ? [] : [[without, path]];
      }),
    ),
);

/** What a name stands for; a file without a language in its name is that of the default language, whose pages may bear it. */
function pageInLanguage(folder: string, name: string, ground: Ground): Target {
  const found = pageOrFolder(folder, name, ground);
  const stem = found.path === null ? joinPath(folder, name) : null;
  if (stem === null) return found;
  return { target: "page", path: pagesByStem(ground.pages).get(stem) ?? null };
}

/** `guide/start` of `guide/start.en-US.mdx`; nothing of a page without a language in its name. */
function withoutLanguage(path: string): string | null {
  const [, stem, language] = /^(.+)\.([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)\.mdx?$/.exec(path) ?? [];
  return stem !== undefined && language !== undefined && isLanguageTag(language) ? stem : null;
}

/** What a name beside a navigation file stands for: a folder, else a page, else a page that is not there. */
export function pageOrFolder(folder: string, name: string, ground: NavigationContext): Target {
  const stem = joinPath(folder, name);
  if (stem === null) return { target: "page", path: null };
  const isFolder = ground.folders.has(stem) && !ground.pages.has(`${stem}.mdx`) && !ground.pages.has(`${stem}.md`);
  return isFolder ? { target: "folder", path: stem } : { target: "page", path: findPage(ground, stem) };
}
