import type { Node } from "jsonc-parser";
import { isBelow, joinPath } from "../site/posix.ts";
import type { NavigationEntry, Site } from "../site/site.ts";
import type { NavigationContext } from "./navigation-context.ts";
import { textOf } from "./read-json.ts";
import { readCalls } from "./read-module.ts";
import { readNextraTree } from "./read-nextra.ts";

/** Code of Nextra 4 that may change the page map before it is shown: layouts and pages of the app router. */
export const mayChangePageMap = (path: string) =>
  /(^|\/)(?:layout|page)\.[jt]sx?$/.test(path) && `/${path}`.includes("/app/");

const CALLS = new Set(["getPageMap", "mergeMetaWithPageMap"]);

type Ground = NavigationContext & Pick<Site, "otherFiles" | "sections">;

/**
 * Reads what code adds to the page map of a Nextra site: `mergeMetaWithPageMap(await getPageMap("/guides"), { keys: "Keys" })` orders
 * and names pages as a `_meta` of their folder does. What it names and is not there may come from elsewhere, and a page map that is
 * made of other files (`convertToPageMap`), such as those of another repository, is not known.
 */
export function readPageMaps(path: string, text: string, ground: Ground): NavigationEntry[] {
  if (!text.includes("mergeMetaWithPageMap") || text.includes("convertToPageMap")) return [];
  const { calls, ...file } = readCalls(path, text, CALLS);
  const shown = calls.filter(({ name }) => name === "getPageMap");
  const routes = new Set(shown.map(({ values }) => (values.length === 0 ? "/" : textOf(values[0]))));
  const [route] = routes;
  const folder = typeof route !== "string" || routes.size > 1 ? null : folderOfRoute(route, ground);
  if (folder === null) return [];
  const metas = calls.flatMap(({ name, values }): Node[] =>
    name === "mergeMetaWithPageMap" ? values.slice(1, 2) : [],
  );
  return metas
    .flatMap((meta) => readNextraTree(meta, folder, { file: { ...file, root: meta }, ground }))
    .map((entry) => (entry.target === "page" && entry.path === null ? { ...entry, target: "generated" } : entry));
}

/** The folder whose pages are shown below an address. */
function folderOfRoute(route: string, { sections, folders }: Ground): string | null {
  const found = sections.flatMap(({ root, routeBase }) => {
    const isIn = route === routeBase || isBelow(route, routeBase) || routeBase === "";
    const folder = isIn ? joinPath(root, route.slice(routeBase.length)) : route === "/" ? root : null;
    return folder !== null && folders.has(folder) ? [folder] : [];
  });
  return found[0] ?? null;
}
