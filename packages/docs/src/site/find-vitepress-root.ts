import type { DocsReader } from "../docs-reader.ts";
import { propertyOf, textOf } from "../navigation/read-json.ts";
import { readModule } from "../navigation/read-module.ts";
import { isBelow, joinPath } from "./posix.ts";

const CONFIG = /^(?:.+\/)?\.vitepress\/config(?:\/index)?\.m?[jt]s$/;

/** The folder of a VitePress site's pages: the one that holds `.vitepress`, or the `srcDir` of its configuration below that. */
export async function findVitepressRoot(reader: DocsReader, paths: Iterable<string>, folder: string): Promise<string> {
  const config = [...paths].find((path) => CONFIG.test(path) && isBelow(path, folder));
  const [file] = config === undefined ? [] : await reader.readMany([config]);
  const srcDir = file ? textOf(propertyOf(readModule(file.path, file.text).root ?? undefined, "srcDir")) : null;
  return joinPath(folder, srcDir ?? "") ?? folder;
}
