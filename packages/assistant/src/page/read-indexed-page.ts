import { bodyOf } from "@docsteward/docs/page/read-frontmatter";
import type { Site } from "@docsteward/docs/site/site";
import { cutChunks } from "./cut-chunks.ts";
import type { IndexedPage } from "./indexed-page.ts";
import { indexedPath } from "./indexed-path.ts";
import { pageGroups, textsOf } from "./page-groups.ts";
import { pagePlace } from "./page-place.ts";
import { readLinks } from "./read-links.ts";
import { readableBody } from "./readable-body.ts";

/**
 * Makes a page of the index from a file's text and its place in the site. Runs nothing of it: MDX is read as text.
 *
 * Besides the file, the answer depends on the site's navigation and on which pages there are, by which links are resolved.
 *
 * @param site the state of the site that the text belongs to
 * @returns null for what no reader should find: hidden pages, drafts, partials, and what lies outside the site
 */
export function readIndexedPage(site: Site, file: { path: string; text: string }): IndexedPage | null {
  const outline = site.pages.get(file.path);
  const path = indexedPath(site, file.path);
  if (outline === undefined || path === null || outline.isHidden || outline.isDraft) return null;
  const { data } = outline;
  if (isLeftOut(data)) return null;
  const body = bodyOf(file.text);
  const title = outline.title ?? titleOfPath(path);
  const chunks = cutChunks(readableBody(body), title, site.dialect);
  const { description } = outline;
  return {
    file: file.path,
    path,
    title,
    description,
    ...pagePlace(site, file.path),
    tags: textsOf(data.tags),
    groups: pageGroups(site, file.path),
    keywords: textsOf(data.keywords),
    boost: boostOf(data),
    links: readLinks(site, file.path, body),
    chunks: chunks.length > 0 ? chunks : [{ seq: 0, headings: [], anchor: null, text: description ?? title }],
  };
}

/** Front matter by which the search of some site generator leaves a page out. */
function isLeftOut({ search, noindex, pagefind }: Record<string, unknown>): boolean {
  return search === false || noindex === true || pagefind === false || propertyOf(search, "exclude") === true;
}

const MAX_BOOST = 10;

function boostOf({ boost, search }: Record<string, unknown>): number {
  const value = boost ?? propertyOf(search, "boost");
  return typeof value === "number" && value > 0 ? Math.min(value, MAX_BOOST) : 1;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** `/guide/getting-started` is called "Getting started". */
function titleOfPath(path: string): string {
  const name = path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/[-_]+/g, " ")
    .trim();
  return name === "" ? "Home" : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
