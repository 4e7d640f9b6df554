import { posix } from "node:path";

/** Joins parts of a repository path; null when the result would lie outside the repository. */
export function joinPath(...parts: string[]): string | null {
  const joined = posix.join(...parts.map((part) => part || "."));
  if (joined === ".." || joined.startsWith("../")) return null;
  return joined === "." || joined === "./" ? "" : joined.replace(/^\/|\/$/g, "");
}

/** The folder of a path; `""` at the repository's root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The folder of a file and all above it, the nearest first; the last one is `""`. */
export function foldersAbove(path: string): string[] {
  const folders = [folderOf(path)];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folderOf(folder));
  return folders;
}

/** What a file is called, without the folders that it lies in. */
export const lastPartOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** A page's path without its ending. */
export function stemOf(path: string): string {
  return path.replace(/\.mdx?$/i, "");
}

export function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}
