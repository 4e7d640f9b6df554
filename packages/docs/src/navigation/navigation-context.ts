import type { PageOutline } from "../page/read-outline.ts";
import { folderOf } from "../site/posix.ts";

/** What navigation files are read against. */
export type NavigationContext = {
  /** Folder of the site's pages. */
  root: string;
  pages: ReadonlyMap<string, PageOutline>;
  folders: ReadonlySet<string>;
};

const ENDINGS = [".mdx", ".md", "/index.mdx", "/index.md", "/README.md", "/page.mdx"];

/** Finds the page that a path without ending names: the file itself, else the index of the folder of that name. */
export function findPage({ pages }: Pick<NavigationContext, "pages">, stem: string): string | null {
  for (const ending of ENDINGS) {
    const path = stem === "" ? ending.slice(1) : stem + ending;
    if (pages.has(path)) return path;
  }
  return null;
}

/** Every folder that holds one of the files, at any depth; `""` is the root. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
  }
  return folders;
}

/** What is wrong with a file of a site's navigation. */
export type NavigationProblem = { path: string; line: number; message: string };
