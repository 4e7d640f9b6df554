import { isPageFile } from "@docsteward/contract/docs-files";
import { oncePer } from "@docsteward/platform/once-per";
import { folderOf } from "./posix.ts";
import { pathInSection, sectionOf } from "./sections.ts";
import type { Site } from "./site.ts";

const ENDINGS = [
  "",
  ".tsx",
  ".jsx",
  ".ts",
  ".js",
  ".vue",
  ".astro",
  ".html",
  ".ipynb",
  ".rst",
  ".mdoc",
  ".markdown",
  "/index.html",
  "/index.mdoc",
  "/index.astro",
  "/index.tsx",
  "/index.jsx",
  "/index.js",
  "/page.tsx",
  "/page.jsx",
];

/**
 * Whether a file of another kind lies at a path without ending: a page written as code, a notebook, a file without ending, or a
 * page that could not be read.
 */
export function hasFileAt(site: Pick<Site, "otherFiles" | "dialect">, stem: string): boolean {
  const others = site.dialect === "hugo" ? OF_HUGO : [];
  return [...ENDINGS, ...others].some((ending) => site.otherFiles.has(stem + ending)) || hasUnreadPage(site, stem);
}

/** What else Hugo makes pages of. */
const OF_HUGO = ["", "/index", "/_index"].flatMap((name) =>
  ["htm", "org", "adoc", "asciidoc", "ad", "pandoc", "pdc"].map((ending) => `${name}.${ending}`),
);

const PAGE_ENDINGS = ["", ".md", ".mdx", "/index.md", "/index.mdx", "/README.md", "/readme.md", "/_index.md"];

/**
 * Whether a page lies at a path with or without ending that could not be read, as one that is larger than what is read or no UTF-8.
 * The builder of the site may well read it, so that a link may lead there and what it says is not known.
 */
export function hasUnreadPage({ otherFiles }: Pick<Site, "otherFiles">, stem: string): boolean {
  return PAGE_ENDINGS.some((ending) => isPageFile(stem + ending) && otherFiles.has(stem + ending));
}

const POST = /^\d{4}-\d\d?-\d\d?-(.+)\.(?:html|markdown|mkdown|mkdn|mkd|textile|adoc)$/;
const posts = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** The names of posts of Jekyll that are no `.md`, as those in HTML, which have addresses as others do. */
export function htmlPostsOf({ otherFiles }: Pick<Site, "otherFiles">): ReadonlySet<string> {
  const nameIn = (path: string) =>
    `/${path}`.includes("/_posts/") ? POST.exec(path.slice(path.lastIndexOf("/") + 1))?.[1] : undefined;
  const known = posts.get(otherFiles) ?? new Set([...otherFiles].flatMap((path) => nameIn(path) ?? []));
  posts.set(otherFiles, known);
  return known;
}

const MAX_SERVED = 100;
const SERVED_FOLDER = /(^|\/)(static|public)$/;
const servedAmong = oncePer((folders: Site["folders"]) =>
  [...folders].filter((folder) => SERVED_FOLDER.test(folder)).slice(0, MAX_SERVED),
);

/** Folders whose files are served as they are; of more than any site has only the first count. */
export const servedFolders = ({ folders }: Pick<Site, "folders">): readonly string[] => servedAmong(folders);

/**
 * Whether an address from the root of the site is that of a Markdown file which is served unchanged, or that the host of Mintlify writes
 * for agents.
 */
export function isServedText(site: Pick<Site, "dialect" | "folders" | "pages">, path: string): boolean {
  if (site.dialect === "mintlify" && /^\/(?:\.well-known\/.*)?skill\.md$/.test(path)) return true;
  return isPageFile(path) && servedFolders(site).some((folder) => site.pages.has(folder + path));
}

/** Whether a build writes the page at a path without ending, or a folder there. */
export function isPageOfBuild({ settings }: Pick<Site, "settings">, stem: string): boolean {
  return ["", ".md", ".mdx"].some((ending) => settings.isMadeByBuild(stem + ending));
}

/**
 * Whether a path lies below what is no folder here: a link to a folder elsewhere, or another repository inside of this one. What is
 * in it can't be seen. Neither can what DVC keeps elsewhere, a file or a folder.
 */
export function isBelowLink({ otherFiles }: Pick<Site, "otherFiles">, path: string): boolean {
  const isKeptElsewhere = (place: string) => otherFiles.has(`${place}.dvc`);
  if (isKeptElsewhere(path)) return true;
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder))
    if (otherFiles.has(folder) || isKeptElsewhere(folder)) return true;
  return false;
}

const NAME = /(^|\/)(readme|changelog|contributing|code_of_conduct|governance|security|license)[^/]*\.mdx?$/i;
const MANIFESTS = ["package.json", "pyproject.toml", "Cargo.toml", "go.mod"];

/**
 * Whether a page is written for the repository and not for the site: a README or changelog and the like at the root of the
 * repository or of a package. No generator reads it, and it is no MDX.
 */
export function isRepositoryDocument(path: string, { otherFiles }: Pick<Site, "otherFiles">): boolean {
  if (!NAME.test(path)) return false;
  const folder = folderOf(path);
  return folder === "" || MANIFESTS.some((name) => otherFiles.has(`${folder}/${name}`));
}

/**
 * Whether a page is neither the site's nor written for the repository: test data, a version that is no longer shown. Said only
 * where the configuration tells which folders the site shows.
 */
export function isOutsideSite(path: string, site: Pick<Site, "otherFiles" | "sections" | "config">): boolean {
  const section = sectionOf(site, path);
  if (section?.isLeftOut?.(pathInSection(section, path)) === true) return true;
  if (site.config === "" || section !== null) return false;
  return path.includes("/") && !isRepositoryDocument(path, site);
}
