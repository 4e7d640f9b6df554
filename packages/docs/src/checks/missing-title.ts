import type { Page } from "../page/page.ts";
import type { PageOutline } from "../page/read-outline.ts";
import { isOfRepository } from "../site/is-of-repository.ts";
import { pageRoutes } from "../site/page-routes.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

const MIN_PAGES = 5;
const SHARE_WITH_TITLE = 0.95;
/** Pages of another shape: made from an API description, a mere link, or a home page with a layout of its own. */
const TITLED_OTHERWISE = ["openapi", "asyncapi", "api", "url", "layout", "hero", "mode", "redirect", "template"];

/** Rule `missing-title`: a page has no title on a site whose pages have one. */
export function missingTitle(page: Page, site: Site): RawFinding[] {
  const outline = site.pages.get(page.path);
  // Front matter that cannot be read may well have one.
  if (
    page.frontmatter.problem ||
    !outline ||
    !isShown(page.path, site) ||
    !needsTitle(outline, site) ||
    hasTitle(outline, site) ||
    !usesTitles(site)
  )
    return [];
  const where = titleIsInFrontmatter(site) ? 'Add "title: …" to its front matter' : "Give it a heading of level 1";
  const message = `The page has no title. ${where}.`;
  return [{ path: page.path, line: 1, rule: "missing-title", message, severity: "error", key: "missing-title" }];
}

/** Where the navigation names every page, one that it leaves out is no page of the site, or is told to be lost already. */
function isShown(path: string, site: Site): boolean {
  const pages = listed.get(site) ?? listedPages(site);
  listed.set(site, pages);
  const namesAll = (site.dialect === "mintlify" || site.dialect === "mkdocs") && pages.size > 0;
  return !namesAll || pages.has(path);
}

const listed = new WeakMap<Site, ReadonlySet<string>>();

function listedPages({ navigation }: Site): Set<string> {
  return new Set(navigation.entries.flatMap(({ target, path }) => (target === "page" && path !== null ? [path] : [])));
}

const asked = new WeakMap<Site, boolean>();

function usesTitles(site: Site): boolean {
  const known = asked.get(site);
  if (known !== undefined) return known;
  const pages = [...site.pages.values()].filter((page) => needsTitle(page, site));
  const titled = pages.filter((page) => hasTitle(page, site)).length;
  // The page that is asked about is one of those without.
  const answer = pages.length > MIN_PAGES && titled >= (pages.length - 1) * SHARE_WITH_TITLE;
  asked.set(site, answer);
  return answer;
}

/** Mintlify and Fumadocs take the title from the front matter alone; elsewhere a heading does. */
function titleIsInFrontmatter({ dialect }: Site): boolean {
  return dialect === "mintlify" || dialect === "fumadocs";
}

function hasTitle({ data, title }: PageOutline, site: Site): boolean {
  if (!titleIsInFrontmatter(site)) return title !== null;
  return (typeof data.title === "string" && data.title.trim() !== "") || typeof data.title === "number";
}

function needsTitle(page: PageOutline, site: Site): boolean {
  const [route] = pageRoutes(page, site);
  if (isOfRepository(page.path, site) || TITLED_OTHERWISE.some((key) => key in page.data)) return false;
  // A home page often opens with a picture.
  return route !== undefined && route !== "/";
}
