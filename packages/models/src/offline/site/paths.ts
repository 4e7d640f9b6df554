import { trimEndOf } from "@docsteward/platform/cut-text";

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
export function commonFolder(paths: readonly string[]): string {
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
