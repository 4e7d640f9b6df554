import { isPageFile } from "@docsteward/contract/docs-files";
import type { Page } from "../page/page.ts";
import { folderOf, isBelow, joinPath } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

const ENDINGS = ["", ".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".json", ".mdx", ".md", ".vue", ".svg", ".css"];
const DOCUSAURUS_CONFIG = /(^|\/)docusaurus\.config\.[cm]?[jt]s$/;

/** Rule `bad-import`: a page imports a file of the repository that is not there. Packages and aliases are passed over. */
export function badImports(page: Page, site: Site): RawFinding[] {
  return page.imports.flatMap(({ from, line }): RawFinding[] => {
    if (!isMissing(site, page.path, from)) return [];
    const message = `The imported file "${from}" doesn't exist. Correct the path, or remove the import.`;
    return [{ path: page.path, line, rule: "bad-import", message, severity: "error", key: `bad-import ${from}` }];
  });
}

function isMissing(site: Site, page: string, from: string): boolean {
  // `!!raw-loader!./a.js` and `./a.svg?raw` name a file and how to read it.
  const path = from.slice(from.lastIndexOf("!") + 1).split("?", 1)[0] ?? "";
  const file = fileOf(site, page, path);
  if (file === null) return false;
  if (!site.isWhole) return isPageFile(file) && isBelow(file, site.root) && !site.pages.has(file);
  const near = [folderOf(file), folderOf(folderOf(file))].filter(Boolean);
  const isOurs =
    path.startsWith("@site/") || isBelow(file, site.root) || near.some((folder) => site.folders.has(folder));
  if (!isOurs || site.settings.isMadeByBuild(file)) return false;
  const has = (name: string) => site.otherFiles.has(name) || site.pages.has(name);
  // TypeScript may be imported under the name of what it becomes.
  const sources = [file, file.replace(/\.([cm]?)js(x?)$/, ".$1ts$2")];
  return !sources.some((stem) => ENDINGS.some((ending) => has(stem + ending) || has(`${stem}/index${ending}`)));
}

/** The path of the repository that an import names; null when it is a package or an alias that only the build knows. */
function fileOf(site: Site, page: string, path: string): string | null {
  if (path.startsWith(".")) return joinPath(folderOf(page), path);
  if (path.startsWith("/") && site.dialect === "mintlify") return joinPath(site.root, path.slice(1));
  if (!path.startsWith("@site/")) return null;
  const config = configOf(site);
  return config === undefined ? null : joinPath(folderOf(config), path.slice("@site/".length));
}

const configs = new WeakMap<Site, { path: string | undefined }>();

/** Looked for once among all files of a site, however many imports ask. */
function configOf(site: Site): string | undefined {
  const known = configs.get(site) ?? { path: [...site.otherFiles].find((name) => DOCUSAURUS_CONFIG.test(name)) };
  configs.set(site, known);
  return known.path;
}
