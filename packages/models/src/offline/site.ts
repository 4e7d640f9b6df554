import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import { trimEndOf, trimSlashes } from "@docsteward/platform/cut-text";
import { slug } from "github-slugger";
import type { PageRef } from "./parse/instruction.ts";
import { type Procedure, request, requestAll, stringsOf } from "./procedure.ts";
import { grep, literalAnyCase } from "./tools.ts";

/** What is known of a documentation site. Kept up to date while pages are made, moved and deleted. */
export type Site = {
  pages: string[];
  navigation: string[];
  /** The folder that the site's pages live in, `""` or e.g. `docs`: where a new page goes. */
  root: string;
  /** Folders that `/` at the beginning of a link may mean, likeliest first. */
  roots: string[];
  /** There are more pages than `pages` holds. */
  isCut: boolean;
};

/** Pages that speak of a repository and not of its product. */
const REPOSITORY_PAGE = /(?:^|\/)(?:readme|contributing|changelog|license|security|code_of_conduct|support)\.mdx?$/i;

/** Names of folders that site generators keep pages in. */
const CONTENT_FOLDER = /(?:^|\/)(?:docs?|documentation|pages|content|src\/content\/docs)$/;

/** Looks which pages and navigation files there are. */
export function* openSite(): Procedure<Site> {
  const [pages, json, yaml] = yield* requestAll(
    ["**/*.{md,mdx}", "**/*.json", "**/*.{yml,yaml}"].map((pattern) => ({ tool: "glob", input: { pattern } })),
    "Listing the pages and navigation files.",
  );
  const paths = stringsOf(pages ?? {}, "paths").filter(isPageFile);
  const navigation = [json, yaml].flatMap((reply) => stringsOf(reply ?? {}, "paths")).filter(isNavigationFile);
  const root = findRoot(paths, navigation);
  const folders = [...new Set(paths.flatMap(foldersAbove))].filter((folder) => CONTENT_FOLDER.test(folder));
  return { pages: paths, navigation, root, roots: [...new Set([root, "", ...folders])], isCut: pages?.isCut === true };
}

function findRoot(pages: readonly string[], navigation: readonly string[]): string {
  const mintlify = navigation
    .filter((path) => /(?:^|\/)(?:docs|mint)\.json$/.test(path))
    .sort((a, b) => a.split("/").length - b.split("/").length)[0];
  if (mintlify !== undefined) return folderOf(mintlify);
  const content = pages.filter((path) => !REPOSITORY_PAGE.test(path));
  const common = commonFolder(content.length > 0 ? content : pages);
  const most = content.length * 0.6;
  const holdsMost = (folder: string) => content.filter((path) => below(folder, path) !== undefined).length >= most;
  const named = content.flatMap(foldersAbove).find((folder) => CONTENT_FOLDER.test(folder) && holdsMost(folder));
  return common === "" ? (named ?? "") : common;
}

/** `a/b/c.md` lies in `a` and in `a/b`. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** The folder of a path, `""` at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function joinPath(folder: string, rest: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${rest}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}

/** The way from a folder to a path, as a link writes it: `../guides/install.mdx`, `install.mdx`. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split("/").filter(Boolean);
  const to = path.split("/").filter(Boolean);
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}

/** The longest folder that holds all paths. */
function commonFolder(paths: readonly string[]): string {
  const [first, ...rest] = paths.map((path) => folderOf(path).split("/").filter(Boolean));
  let shared = first ?? [];
  for (const parts of rest) {
    const end = shared.findIndex((part, index) => parts[index] !== part);
    if (end !== -1) shared = shared.slice(0, end);
  }
  return shared.join("/");
}

/** A path below a folder, without that folder; undefined when it is not below it. */
export function below(folder: string, path: string): string | undefined {
  if (folder === "") return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

export const withoutEnding = (path: string): string => path.replace(/\.mdx?$/i, "");

/** What a page goes by in links: its path without ending, a folder's own page by the folder. */
export function stemOf(path: string): string {
  return trimEndOf(withoutEnding(path).replace(/(?:^|\/)(?:index|readme)$/i, ""), "/");
}

export function endingOf(path: string): string {
  return /\.mdx?$/i.exec(path)?.[0] ?? "";
}

/** An address without its query and its anchor. */
export function withoutAnchor(address: string): string {
  const end = address.search(/[#?]/);
  return end === -1 ? address : address.slice(0, end);
}

/** A page, or a sentence that says why there is not exactly one. */
type PageFound = { page: string } | { problem: string };

/** Finds the page a person means: by its path with or without ending, its path on the site, its file's name, or its title. */
export function* findPage(ref: PageRef, site: Site): Procedure<PageFound> {
  const wanted = cleanRef(ref);
  const pages = site.isCut ? [...site.pages, ...(yield* globFor(wanted))] : site.pages;
  for (const step of [byPath, byEndOfPath, byName]) {
    const found = [...new Set(step(wanted, pages, site))];
    if (found.length > 0) return onlyOne(ref, found);
  }
  const title = literalAnyCase(ref.trim());
  const { matches } = yield* grep(
    `^(title:[ ]*["']?|#[ ]+)${title}["']?[ ]*\r?$`,
    `Looking for a page with the title “${ref}”.`,
  );
  const titled = [...new Set(matches.map(({ path }) => path).filter(isPageFile))];
  if (titled.length > 0) return onlyOne(ref, titled);
  return { problem: `Page “${ref}” not found.` };
}

function onlyOne(ref: string, found: readonly string[]): PageFound {
  const [page] = found;
  if (page !== undefined && found.length === 1) return { page };
  const shown = found.slice(0, 5).map((path) => `\`${path}\``);
  return { problem: `“${ref}” may be ${shown.join(" or ")}. Use the page's path.` };
}

function cleanRef(ref: string): string {
  return trimSlashes(withoutAnchor(ref.trim().replace(/^https?:\/\/[^/]+/i, "")));
}

function byPath(wanted: string, pages: readonly string[], site: Site): string[] {
  const places = [wanted, joinPath(site.root, wanted)];
  const exact = pages.filter((page) => places.includes(page));
  if (exact.length > 0 || endingOf(wanted) !== "") return exact;
  return pages.filter((page) => places.includes(withoutEnding(page)) || places.includes(stemOf(page)));
}

function byEndOfPath(wanted: string, pages: readonly string[]): string[] {
  const lower = wanted.toLowerCase();
  const isWhole = endingOf(lower) !== "";
  return pages.filter((page) => {
    const forms = isWhole ? [page] : [withoutEnding(page), stemOf(page)];
    return forms.some((form) => form.toLowerCase() === lower || form.toLowerCase().endsWith(`/${lower}`));
  });
}

/** `Getting started` finds `getting-started.mdx`. */
function byName(wanted: string, pages: readonly string[]): string[] {
  const name = slug(wanted);
  return wanted.includes("/") ? [] : pages.filter((page) => slug(nameOf(stemOf(page))) === name);
}

function* globFor(wanted: string): Procedure<string[]> {
  const name = nameOf(stemOf(wanted)).replace(/[^\w. -]/g, "?");
  const reply = yield* request("glob", { pattern: `**/*${name}*` }, `Looking for ${wanted}.`);
  const folder = yield* request("glob", { pattern: `**/${name}/{index,README}.{md,mdx}` });
  return [...stringsOf(reply, "paths"), ...stringsOf(folder, "paths")].filter(isPageFile);
}

/** Where an instruction applies: one file or folder by its path, or everywhere (no path), or a sentence why neither. */
export function* findPlace(where: PageRef | undefined, site: Site): Procedure<{ path?: string } | { problem: string }> {
  if (where === undefined) return {};
  const clean = trimSlashes(where.trim());
  const files = [...site.pages, ...site.navigation];
  for (const path of [clean, joinPath(site.root, clean)]) {
    const isExact = files.includes(path);
    const isFolder =
      files.some((file) => file.startsWith(`${path}/`)) && !site.pages.some((page) => page.startsWith(`${path}.md`));
    if (isExact || isFolder) return { path };
  }
  const found = yield* findPage(where, site);
  return "page" in found ? { path: found.page } : found;
}
