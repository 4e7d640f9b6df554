import { posix } from "node:path";
import type { Finding } from "../../../packages/docs/src/checks/finding.ts";
import type { Random } from "../repository/random.ts";
import { type PageLines, readPageLines } from "./page-lines.ts";
import type { Generator, OpenSite } from "./site-list.ts";

/** Where a finding names the fault: a file and lines from 1; any line where a whole file is the fault. */
export type Place = { path: string; lines: number[] | "any" };

export type SeededFault = {
  /** New texts by path; null deletes a file. */
  edits: ReadonlyMap<string, string | null>;
  /** For a renamed page, its path before. */
  movedFrom?: string;
  places: Place[];
  rules: readonly Finding["rule"][];
  /** Whether another finding is true because of this fault, e.g. the page that a wrong entry no longer lists. */
  follows(finding: Finding): boolean;
};

export type FaultClass = {
  name: string;
  /** Sites for which this is a fault. */
  dialects: readonly Generator[];
  /** Makes one fault of the class; null when the drawn page has no place for it. */
  seed(site: SeedSite, random: Random): SeededFault | null;
};

/** A site as the seeders see it. */
export type SeedSite = {
  dialect: Generator;
  /** Pages that faults are seeded into. */
  pages: readonly string[];
  /** The folders that hold them. */
  roots: readonly string[];
  texts: ReadonlyMap<string, string>;
  /** Every file of the repository. */
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Every ending of a page's path without its extension, e.g. `docs/a/b`, `a/b` and `b`: what a link to it may say. */
  names: ReadonlySet<string>;
  navigation: readonly NavigationLine[];
  /** Whether the configuration leaves a file out of the pages. */
  isExcluded: (path: string) => boolean;
  isMarkdownMdx: boolean;
};

/** A place in a navigation file that names a page. */
export type NavigationLine = {
  file: string;
  text: string;
  line: number;
  from: number;
  to: number;
  page: string;
};

/** Generators in which a link to a `.md` file is read from the folder of its page, and in no other way. */
export const WITH_FILE_LINKS: readonly Generator[] = [
  "docusaurus",
  "mkdocs",
  "vitepress",
  "mdbook",
  "gitbook",
  "sphinx",
  "markdown",
];

export const MDX_DIALECTS: readonly Generator[] = ["mintlify", "docusaurus", "nextra", "fumadocs", "starlight"];

/** Pages outside of the site: notes for contributors, partials, what lies in hidden and private folders. */
const NO_PAGE =
  /(^|\/)([._]|node_modules\/|snippets\/|partials\/|includes\/|fixtures\/|tests?\/)|(^|\/)(README|CHANGELOG|SUMMARY|CONTRIBUTING|LICENSE|AGENTS|CLAUDE|SKILL)\.mdx?$/i;
const HIDDEN_COLLECTIONS: readonly Generator[] = ["jekyll"];

export function pagesOf({ dialect, pages, texts }: Pick<OpenSite, "dialect" | "pages" | "texts">): string[] {
  const isBelow = (path: string) => pages.some((folder) => folder === "" || path.startsWith(`${folder}/`));
  const isPage = (path: string) => {
    // Collections of Jekyll begin with an underscore.
    const visible = HIDDEN_COLLECTIONS.includes(dialect) ? path.replace(/^(.*\/)?_(?=[a-z])/, "$1") : path;
    return (
      /\.mdx?$/i.test(path) &&
      isBelow(path) &&
      !NO_PAGE.test(visible) &&
      !/(^|\/)_(drafts|includes|layouts)\//.test(path)
    );
  };
  return [...texts.keys()].filter(isPage).sort();
}

/** Whether braces and tags of a page are code. */
export function isMdx(path: string, { dialect, isMarkdownMdx }: SeedSite): boolean {
  return path.endsWith(".mdx") || (dialect === "docusaurus" && isMarkdownMdx);
}

/** A random page with what is wanted of it; null when some twenty pages do not have it. */
export function drawPage<T>(
  site: SeedSite,
  random: Random,
  read: (path: string, page: PageLines, text: string) => T | null,
): T | null {
  for (let tries = 0; tries < 20 && site.pages.length > 0; tries += 1) {
    const path = random.pick(site.pages);
    const text = site.texts.get(path) ?? "";
    const wanted = read(path, readPageLines(text), text);
    if (wanted !== null) return wanted;
  }
  return null;
}

export const stemOf = (path: string): string => path.replace(/\.mdx?$/i, "");

/** Whether a link from a page may lead to a file, read from the page's folder or from its address. */
export function leadsSomewhere(from: string, target: string, { files, folders, dialect, roots }: SeedSite): boolean {
  const plain = target.replace(/[?#].*$/, "").replace(/\/$/, "");
  const isFile = WITH_FILE_LINKS.includes(dialect) && /\.mdx?$/.test(plain);
  const isIndex = /(^|\/)(_?index|page|readme)\.mdx?$/i.test(from);
  const ofAddress = isIndex ? [posix.dirname(posix.dirname(from))] : [stemOf(from)];
  // Docusaurus looks for a link without a dot in the folder of its pages, too.
  const isFromRoot = dialect === "docusaurus" && isFile && !plain.startsWith(".");
  const starts = [posix.dirname(from), ...(isFile ? [] : ofAddress), ...(isFromRoot ? foldersAbove(from) : [])];
  // A browser goes no higher than the first part of an address.
  const below = roots.filter((root) => !isFile && (root === "" || from.startsWith(`${root}/`)));
  const clamped = below.map((root) => {
    const folder = posix.dirname(`/${from.slice(root === "" ? 0 : root.length + 1)}`);
    return posix.join(root, posix.normalize(`${folder}/${plain}`));
  });
  return [...starts.map((start) => `${start}/${plain}`), ...clamped].some((place) => {
    const at = posix.normalize(place).replace(/\/$/, "");
    const stem = at.replace(/\.(mdx?|html)$/i, "");
    const places = ["", ".md", ".mdx", ".html", "/index.md", "/index.mdx", "/README.md", "/_index.md", "/page.mdx"];
    return folders.has(at) || at === "." || places.some((end) => files.has(at + end) || files.has(stem + end));
  });
}

function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index).join("/") || ".");
}

/** A new paragraph in a gap of a page, and the line that it has then. */
export function insertParagraph(page: PageLines, random: Random, text: string): { text: string; line: number } | null {
  if (page.gaps.length === 0) return null;
  const at = random.pick(page.gaps);
  const lines = [...page.lines.slice(0, at + 1), text, "", ...page.lines.slice(at + 1)];
  return { text: lines.join("\n"), line: at + 2 };
}

export const never = (): boolean => false;
