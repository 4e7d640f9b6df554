import type { CheckedSite } from "./finding.ts";

/** Reads each page of a site once, or each file by its path. */
export function oncePerPage<Read>(read: (checked: CheckedSite, path: string) => Promise<Read>): typeof read {
  const known = new WeakMap<CheckedSite, Map<string, Promise<Read>>>();
  return (checked, path) => {
    const pages = known.get(checked) ?? new Map<string, Promise<Read>>();
    known.set(checked, pages);
    const found = pages.get(path) ?? read(checked, path);
    pages.set(path, found);
    return found;
  };
}
