import { folderOf } from "./posix.ts";
import type { Site } from "./site.ts";

const DOXYFILE = /(^|\/)(?:Doxyfile(?:\.in|\.cmake)?|[\w.-]{1,100}\.(?:doxyfile|dox\.in|doxygen))$/i;

const byFiles = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** Whether a page lies beside or below a settings file of Doxygen, which may read it beside the code that it reads. */
export function isReadByDoxygen({ dialect, otherFiles }: Pick<Site, "dialect" | "otherFiles">, path: string): boolean {
  if (dialect !== "plain") return false;
  const folders =
    byFiles.get(otherFiles) ?? new Set([...otherFiles].filter((file) => DOXYFILE.test(file)).map(folderOf));
  byFiles.set(otherFiles, folders);
  for (let folder = folderOf(path); folders.size > 0; folder = folderOf(folder)) {
    if (folders.has(folder)) return true;
    if (folder === "") return false;
  }
  return false;
}

/** Whether a link leads to a page that Doxygen makes: all of them are HTML files in one folder, such as `modules.html`. */
export function isOfDoxygen(site: Pick<Site, "dialect" | "otherFiles">, from: string, path: string): boolean {
  return /^(?:\.\/)?[^/]+\.html$/i.test(path) && isReadByDoxygen(site, from);
}

const labels = new WeakMap<Site, ReadonlySet<string>>();

/** Whether a link names a place of any page that Doxygen reads, as it knows them all by one name. */
export function isDoxygenLabel(site: Site, from: string, url: string): boolean {
  if (!url.startsWith("#") || !isReadByDoxygen(site, from)) return false;
  const known = labels.get(site) ?? new Set([...site.pages.values()].flatMap((page) => page.labels));
  labels.set(site, known);
  return known.has(url.slice(1));
}
