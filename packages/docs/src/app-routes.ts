import { projectFolder } from "./generator/next.ts";
import { foldersOf } from "./navigation/navigation-context.ts";
import { pageRoutes } from "./site/page-routes.ts";
import { isBelow } from "./site/posix.ts";
import { parseSource, type RedirectSource } from "./site/redirect-source.ts";
import type { Site } from "./site/site.ts";

/** Whether an app of Next.js shows its own pages at the top of its domain, by the routes in its folder. */
export function hasOwnHome(site: Site): boolean {
  const routes = site.isWhole ? appRoutesOf(site) : [];
  return routes.some(([first]) => first === undefined) && !routes.some(([first]) => first?.startsWith("["));
}

/** The routes in the code of an app of Next.js, in parts. */
export function appRoutesOf({ dialect, config, otherFiles }: Site): string[][] {
  if (config === "" || (dialect !== "nextra" && dialect !== "fumadocs")) return [];
  const project = projectFolder(config);
  return [...otherFiles].flatMap((path) => {
    const route = isBelow(path, project) ? appRoute(project === "" ? path : path.slice(project.length + 1)) : null;
    return route === null ? [] : [route];
  });
}

/** The routes in the code of apps of Next.js anywhere in the repository of a site that is built apart from them, in parts. */
export function appRoutesBeside({ otherFiles }: Site): string[][] {
  return [...otherFiles].flatMap((path) => {
    const app = `/${path}`.search(/\/(?:src\/)?app\//);
    const route = app < 0 ? null : appRoute(path.slice(app));
    return route === null || route.length === 0 ? [] : [route];
  });
}

/** The parts of the address of a page, or of code that answers, of the app router, without groups and the language. */
function appRoute(path: string): string[] | null {
  const parts = path.split("/");
  const app = parts.indexOf("app");
  if (app < 0 || app > 1 || !/^(?:page|route)\.[jt]sx?$/.test(parts.at(-1) ?? "")) return null;
  return parts.slice(app + 1, -1).filter((part) => !part.startsWith("(") && !/^\[(?:lang|locale)\]$/.test(part));
}

const LANGUAGE = /(?:^|\/)\[(?:lang|locale)\]\//;
/** Each is compared with every address that leads nowhere. */
const MAX_OPEN = 500;

/** The addresses of pages, and of routes in the code of an app, whose name holds a part that stands for anything. */
export function openPagesOf(site: Site): RedirectSource[] {
  const pages = [...site.pages.values()].filter(({ path }) => path.includes("["));
  const written = pages.slice(0, MAX_OPEN).flatMap((page) => pageRoutes(page, site).map(parseSource));
  return [...written, ...openRoutesOf(site)];
}

/**
 * The routes in the code of an app of Next.js that answer to many addresses (`app/examples/[...slug]/page.tsx`), without those
 * that show the pages of the site.
 */
function openRoutesOf(site: Site): RedirectSource[] {
  if (site.config === "" || (site.dialect !== "nextra" && site.dialect !== "fumadocs")) return [];
  const project = projectFolder(site.config);
  const own = [...site.pages.values()].filter(({ path }) => !/(?:^|\/)app\//.test(path));
  const shown = foldersOf(own.flatMap((page) => pageRoutes(page, site)));
  const routes = [...site.otherFiles].filter((path) => path.includes("[") && isBelow(path, project)).slice(0, MAX_OPEN);
  return routes.flatMap((path) => {
    const parts = appRoute(project === "" ? path : path.slice(project.length + 1)) ?? [];
    const open = parts.findIndex((part) => part.startsWith("["));
    // A page of its own in each language.
    if (open < 0) return parts.length > 0 && LANGUAGE.test(path) ? [parseSource(`/[lang]/${parts.join("/")}`)] : [];
    const fixed = parts.slice(0, open);
    const isOpen = fixed.length > 0;
    return isOpen && !shown.has(`/${fixed.join("/")}`) ? [parseSource(`/${parts.join("/")}`)] : [];
  });
}
