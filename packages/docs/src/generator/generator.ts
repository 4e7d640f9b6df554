import type { Node } from "jsonc-parser";
import type { DocsReader } from "../docs-reader.ts";
import { propertiesOf, textOf } from "../navigation/read-json.ts";
import type { PageOutline } from "../page/read-outline.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import type { Dialect, Section } from "../site/site.ts";

/** What a site's configuration is read from. */
export type Evidence = {
  reader: DocsReader;
  /** All paths that can be seen, sorted. */
  paths: readonly string[];
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  pages: readonly PageOutline[];
};

/** What the configuration of a generator says of its site. */
export type Generator = {
  dialect: Dialect;
  /** What it was read from. */
  config: string;
  /** The sections that the site may have: one list where the configuration tells, several where the site's links have to. */
  layouts: readonly (readonly Section[])[];
  /** Languages that the configuration names, the site's own first. */
  languages?: readonly string[];
  /** Addresses that are sent elsewhere. */
  redirects?: readonly string[];
  hasSlash?: boolean;
  hasNamedTargets?: boolean;
  /** Addresses below which the build makes pages of its own. */
  generatedRoutes?: readonly string[];
};

/** Joins folders; null when the result lies outside the repository. */
export function folderAt(folder: string, ...parts: string[]): string | null {
  return joinPath(folder, ...parts);
}

/** A path of an address in one form: `docs/`, `/docs` and `docs` are `/docs`; the root is "". */
export function basePath(text: string): string {
  return text
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .map((part) => `/${part}`)
    .join("");
}

/** The texts of a list, or of one text. */
export function textsOf(node: Node | undefined): string[] {
  const one = textOf(node ?? undefined);
  return one !== null ? [one] : (node?.children ?? []).flatMap((item) => textOf(item) ?? []);
}

/** The sections of translations that lie in folders named after their language beside or below the source. */
export function languageSections(
  languages: readonly { code: string; folder: string; routeBase: string }[],
  source: Section,
): Section[] {
  return languages.map(({ code, folder, routeBase }) => ({
    root: folder,
    routeBase,
    language: code,
    originalRoot: source.root,
  }));
}

/** The names of the folders right below one. */
export function foldersBelow({ folders }: Pick<Evidence, "folders">, folder: string): string[] {
  const start = folder === "" ? "" : `${folder}/`;
  return [...folders].flatMap((path) => {
    const name = path.startsWith(start) ? path.slice(start.length) : "";
    return name === "" || name.includes("/") ? [] : [name];
  });
}

/** Addresses that lists of `{ source, destination }`, `{ from, to }` or maps from one to the other send elsewhere. */
export function redirectSources(node: Node | undefined): string[] {
  if (node?.type === "object") return propertiesOf(node).map(([name]) => name);
  return (node?.children ?? []).flatMap((item) => {
    const own = propertiesOf(item);
    return own.flatMap(([name, value]) => (name === "source" || name === "from" ? textsOf(value) : []));
  });
}

/** How deep a file lies. */
export function depthOf(path: string): number {
  return path.split("/").length;
}

export { folderOf };
