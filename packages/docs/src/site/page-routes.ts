import GithubSlugger from "github-slugger";
import type { PageOutline } from "../page/read-outline.ts";
import { joinPath, stemOf } from "./posix.ts";
import { pathInSection, sectionOf, suffixOf } from "./sections.ts";
import type { Dialect, Section, Site } from "./site.ts";

/** The parts of a site that decide its routes. */
export type RouteContext = Pick<Site, "dialect" | "sections">;

const NUMBER_PREFIX = /^\d+\s*[-_.]+\s*(?=[^-_.\s\d])/;
/** Docusaurus takes what looks like a date or a version for a name. */
const NUMBERS = /^\d+[-_.]\d/;
const INDEX_NAMES: Record<Dialect, string[]> = {
  mintlify: ["index"],
  docusaurus: ["index", "readme"],
  nextra: ["index", "page"],
  fumadocs: ["index"],
  mkdocs: ["index", "readme"],
  vitepress: ["index"],
  starlight: ["index"],
  gitbook: ["readme", "index"],
  mdbook: ["readme", "index"],
  hugo: ["index", "_index"],
  jekyll: ["index", "readme"],
  sphinx: ["index"],
  plain: ["index", "readme", "_index"],
};

/**
 * The paths at which a page appears on the site, the canonical one first; none for partials and pages outside the site's
 * folders. No trailing slash, `/` for the root.
 */
export function pageRoutes(page: PageOutline, ground: RouteContext): readonly string[] {
  const known = routesOfPages.get(page);
  if (known && known.dialect === ground.dialect && known.sections === ground.sections) return known.routes;
  const routes = findRoutes(page, ground);
  routesOfPages.set(page, { dialect: ground.dialect, sections: ground.sections, routes });
  return routes;
}

/** Asked for every page by several rules, and of a page that did not change again in each check. */
const routesOfPages = new WeakMap<PageOutline, RouteContext & { routes: string[] }>();

/** As {@link pageRoutes}, and remembers nothing: for sections that are only tried. */
export function findRoutes(page: PageOutline, ground: RouteContext): string[] {
  const { dialect } = ground;
  const section = sectionOf(ground, page.path);
  if (section === null || isPartialIn(page.path, dialect, section)) return [];
  const path = pathInSection(section, page.path);
  if (section.isLeftOut?.(path) === true) return [];
  const given = section.addressOf?.(path, page.data);
  if (given === null) return [];
  if (given !== undefined)
    return [normalRoute(given.startsWith("//") ? given.slice(1) : `${section.routeBase}/${given}`)];
  const stem = stemOf(path);
  const suffix = suffixOf(section, stem);
  const base = (suffix === null ? "" : (section.suffixes?.get(suffix) ?? "")) + section.routeBase;
  const parts = (suffix === null ? stem : stem.slice(0, -suffix.length - 1)).split("/");
  return [...new Set(routesOfParts(page, parts, { dialect, base }))];
}

/** The address of a page, or the one that it will have below its section when it is released; null for what is no page. */
export function plannedRoute(page: PageOutline, ground: RouteContext): string | null {
  const [route] = pageRoutes(page, ground);
  const section = route === undefined ? sectionOf(ground, page.path) : null;
  if (!section?.isUnreleased) return route ?? null;
  const { addressOf: _, ...released } = section;
  const [planned] = findRoutes(page, { dialect: ground.dialect, sections: [released] });
  return planned === undefined ? null : `/(unreleased)${planned}`;
}

function routesOfParts(page: PageOutline, parts: string[], { dialect, base }: { dialect: Dialect; base: string }) {
  const named = nameParts(page, parts, dialect);
  const last = named.at(-1) ?? "";
  // Sphinx tells names apart by their case.
  const name = dialect === "sphinx" ? last : last.toLowerCase();
  const isIndex = dialect === "docusaurus" ? isIndexOfFolder(parts) : INDEX_NAMES[dialect].includes(name);
  const own = isIndex ? named.slice(0, -1) : named;
  const slug = slugOf(page, dialect);
  if (slug === null) return [toRoute(base, own), toRoute(base, named)];
  if (dialect === "starlight") return [toRoute(base, slug === "index" ? [] : [slug])];
  if (slug.startsWith("/")) return [toRoute(base, [slug])];
  return [toRoute(base, [joinPath(...named.slice(0, -1), slug) ?? slug])];
}

/** Docusaurus shows a page at the address of its folder by the name of its file, whatever id the page gives itself. */
export function isIndexOfFolder(parts: readonly string[]): boolean {
  const [name = "", folder] = parts
    .slice(-2)
    .reverse()
    .map((part) => withoutNumber(part).toLowerCase());
  return INDEX_NAMES.docusaurus.includes(name) || name === folder;
}

function slugOf({ data }: PageOutline, dialect: Dialect): string | null {
  const isUsed = dialect === "docusaurus" || dialect === "starlight";
  return isUsed && typeof data.slug === "string" && data.slug !== "" ? data.slug : null;
}

/** Whether a page is a piece for other pages to include, with no path of its own. */
export function isPartial(path: string, ground: RouteContext): boolean {
  return isPartialIn(path, ground.dialect, sectionOf(ground, path));
}

function isPartialIn(path: string, dialect: Dialect, section: Section | null): boolean {
  const rel = section === null ? path : pathInSection(section, path);
  if (dialect === "mintlify") return /^_?snippets\//.test(rel);
  const isIndexOfFolder = (dialect === "hugo" || dialect === "plain") && /(^|\/)_index(\.\w[\w-]*)?\.mdx?$/i.test(rel);
  if (isIndexOfFolder) return false;
  if (dialect === "gitbook") return /(^|\/)(SUMMARY\.md$|\.gitbook\/)/.test(rel);
  if (dialect === "mdbook") return /^SUMMARY\.md$/.test(rel);
  if (dialect === "jekyll") return /(^|\/)_(includes|layouts|drafts|data|sass|site)\//.test(rel);
  if (dialect === "sphinx") return /(^|\/)(_templates|_build|_static)\//.test(rel);
  if (dialect === "docusaurus" && /(^|\/)_[^/]+\//.test(rel)) return true;
  return /(^|\/)[_.][^/]+$/.test(rel) || /(^|\/)_(partials|includes|snippets|components)\//.test(rel);
}

function nameParts(page: PageOutline, parts: string[], dialect: Dialect): string[] {
  if (dialect === "nextra" || dialect === "fumadocs") return parts.filter((part) => !/^\(.*\)$/.test(part));
  if (dialect === "starlight") return parts.map(slugPart);
  if (dialect !== "docusaurus") return parts;
  const named = parts.map(withoutNumber);
  const { id } = page.data;
  return typeof id === "string" && !id.includes("/") ? [...named.slice(0, -1), id] : named;
}

/** A part of a path as Docusaurus shows it: `01-intro` is `intro`. */
export function withoutNumber(part: string): string {
  return NUMBERS.test(part) ? part : part.replace(NUMBER_PREFIX, "");
}

/** As Astro names pages: in lower case, without signs, hyphens for blanks. */
function slugPart(part: string): string {
  return new GithubSlugger().slug(part);
}

function toRoute(base: string, parts: string[]): string {
  return normalRoute(`${base}/${parts.join("/")}`);
}

/** A site path in one form: decoded, one slash between parts, no `.html`, no trailing slash. */
export function normalRoute(route: string): string {
  const path = `/${decode(route)}`.replace(/\/{2,}/g, "/").replace(/\.(?:html?|mdx?)$/i, "");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

/** Percent-decodes an address; one that is not well formed stays unchanged. */
export function decode(address: string): string {
  if (!address.includes("%")) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
