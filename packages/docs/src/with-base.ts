import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "./docs-reader.ts";

/** A reader that takes code and configuration, which a job may not read and so cannot have changed, from the base. */
export function withBase(reader: DocsReader, base: DocsReader): DocsReader {
  const isOurs = (path: string) => isPageFile(path) || isNavigationFile(path);
  return {
    paths: () => reader.paths(),
    ...(reader.assets ? { assets: () => reader.assets?.() ?? Promise.resolve(new Set<string>()) } : {}),
    read: (path) => reader.read(path),
    async readMany(paths) {
      const found = await reader.readMany(paths);
      const has = new Set(found.map(({ path }) => path));
      const missing = paths.filter((path) => !isOurs(path) && !has.has(path));
      return missing.length === 0 ? found : [...found, ...(await base.readMany(missing))];
    },
  };
}
