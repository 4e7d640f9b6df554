import type { PageOutline } from "../page/read-outline.ts";
import { normalRoute } from "./page-routes.ts";
import { isBelow, stemOf } from "./posix.ts";
import type { Dialect } from "./site.ts";

export type SiteBase = { root: string; routeBase: string };

const CONTENT_FOLDERS = new Set(["docs", "doc", "documentation", "pages", "content", "src", "site", "website"]);
/** Folders of Docusaurus with pages of their own addresses: older versions, translations, posts. */
const BESIDE_THE_DOCS = /(^|\/)(versioned_docs|i18n|blog)\//;
const MAX_ROOTS = 12;
const MAX_DEPTH = 20;
const MAX_LINKS = 2_000;

/**
 * Finds the folder that is the site's root, and what comes before a page's path on the site. Most generators keep both in
 * code that is not run here, so the site's own links tell: the pair under which most of them lead to a page wins.
 *
 * @param fixedRoot the folder where the dialect says it; then only the path before it is looked for
 */
export function findBase(allPages: PageOutline[], dialect: Dialect, fixedRoot: string | null): SiteBase {
  if (dialect === "mintlify" || dialect === "mkdocs") return { root: fixedRoot ?? "", routeBase: "" };
  const pages = dialect === "docusaurus" ? allPages.filter(({ path }) => !BESIDE_THE_DOCS.test(path)) : allPages;
  const stems = new Set(pages.flatMap((page) => namesOf(page)));
  const links = new Set<string>();
  for (const page of pages) {
    for (const link of page.absoluteLinks) if (links.size < MAX_LINKS) links.add(normalRoute(link));
  }
  const candidates = (fixedRoot === null ? possibleRoots(pages) : [fixedRoot]).flatMap((root) =>
    possibleBases(dialect, root).map((routeBase) => ({ root, routeBase })),
  );
  let best = { base: candidates[0] ?? { root: "", routeBase: "" }, hits: -1 };
  for (const base of candidates) {
    const hits = [...links].filter((link) => leadsToPage(link, base, stems)).length;
    if (hits > best.hits) best = { base, hits };
  }
  return best.base;
}

/** What a page may be called in a link, from the repository's root: its file without ending and index, or the id it gives itself. */
function namesOf({ path, data }: PageOutline): string[] {
  const stem = stemOf(path);
  const plain = stem.replace(/(^|\/)(index|readme|page)$/i, "$1").replace(/\/$/, "");
  const named = typeof data.id === "string" ? [plain, stem.slice(0, stem.lastIndexOf("/") + 1) + data.id] : [plain];
  return typeof data.slug === "string" && data.slug.startsWith("/") ? [...named, slugName(data.slug)] : named;
}

/** Likely roots, the likeliest first: the conventional content folders that hold most pages, then what all pages share. */
function possibleRoots(pages: PageOutline[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of pages) {
    const parts = path.split("/").slice(0, -1);
    for (let length = 1; length <= Math.min(parts.length, MAX_DEPTH); length++) {
      if (!CONTENT_FOLDERS.has(parts[length - 1]?.toLowerCase() ?? "")) continue;
      const folder = parts.slice(0, length).join("/");
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const shared = sharedFolder(pages.map(({ path }) => path));
  const named = [...counts].filter(([folder, count]) => isBelow(folder, shared) && count * 2 > pages.length);
  named.sort(([a, countA], [b, countB]) => countB - countA || a.length - b.length);
  return [...new Set([...named.map(([folder]) => folder), shared, ...counts.keys(), ""])].slice(0, MAX_ROOTS);
}

function possibleBases(dialect: Dialect, root: string): string[] {
  if (dialect === "docusaurus" || dialect === "fumadocs") return ["/docs", "", `/${root.split("/").at(-1)}`];
  return dialect === "plain" && root !== "" ? ["", `/${root.split("/").at(-1)}`] : [""];
}

function leadsToPage(link: string, { root, routeBase }: SiteBase, stems: Set<string>): boolean {
  if (routeBase !== "" && link !== routeBase && !link.startsWith(`${routeBase}/`)) return false;
  const rest = link
    .slice(routeBase.length)
    .replace(/^\//, "")
    .replace(/\/index$/, "");
  return stems.has([root, rest].filter(Boolean).join("/")) || stems.has(slugName(rest));
}

/** Stands for an address that a page gives itself, which no folder is part of. */
function slugName(slug: string): string {
  return `slug:${slug.replace(/^\/|\/$/g, "")}`;
}

function sharedFolder(paths: string[]): string {
  let shared = paths[0]?.split("/").slice(0, -1) ?? [];
  for (const path of paths) {
    const parts = path.split("/").slice(0, -1);
    const differs = shared.findIndex((part, index) => part !== parts[index]);
    if (differs >= 0) shared = shared.slice(0, differs);
  }
  return shared.join("/");
}
