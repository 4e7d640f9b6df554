import type { Node } from "jsonc-parser";
import type { DocsReader } from "../docs-reader.ts";
import { propertiesOf, propertyOf, textOf } from "../navigation/read-json.ts";
import type { PageOutline } from "../page/read-outline.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import type { Dialect, HeadingIds, Redirect, Section } from "../site/site.ts";

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
  /** Whether what the configuration needs is gone, so that another generator's counts instead. */
  isLeftOver?: boolean;
  /** Languages that the configuration names, the site's own first. */
  languages?: readonly string[];
  /** Addresses that are sent elsewhere. */
  redirects?: readonly Redirect[];
  /** What comes before every address where the site is hosted; its pages may name it or leave it out. */
  hostBase?: string;
  /** Whether that is only where a host would serve the site, beside others of its owner. */
  isBesideOthers?: boolean;
  hasSlash?: boolean;
  hasNamedTargets?: boolean;
  hasTermIds?: boolean;
  headingIds?: HeadingIds;
  findsByName?: boolean;
  /** Whether code of the site takes the Markdown of pages before it is parsed. */
  isRewritten?: boolean;
  /** Whether a page may lack its title where the generator by itself wants one. */
  hasOptionalTitles?: boolean;
  /** Addresses below which the build makes pages of its own. */
  generatedRoutes?: readonly string[];
  /** A folder whose files are shown as if they lay among the pages: a theme's. */
  themeFolder?: string;
  /** Folders of pages by other configurations of the same generator: which of them is built cannot be known. */
  otherRoots?: readonly string[];
  /** Whether the configuration says that a link is not to be checked. */
  isIgnoredLink?: (url: string) => boolean;
};

/** Among the addresses below which the build makes pages: it may make one at any. */
export const EVERYWHERE = "";

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

/** A redirect that stays: readers and search engines take the new address for the old one. */
const PERMANENT: ReadonlySet<unknown> = new Set([301, 308]);

/**
 * Reads lists of `{ source, destination }` or `{ from, to }`, and maps from one to the other.
 *
 * @param isPermanent whether those stay that do not say it
 */
export function readRedirects(node: Node | undefined, isPermanent = true): Redirect[] {
  if (node?.type === "object")
    return propertiesOf(node).map(([from, value]) => toRedirect(from, value, textOf(value), isPermanent));
  return (node?.children ?? []).flatMap((item) => {
    const named = propertiesOf(item);
    const of = (...names: string[]) => named.flatMap(([name, value]) => (names.includes(name) ? [value] : []));
    const to = of("destination", "to").flatMap(textsOf);
    return of("source", "from")
      .flatMap(textsOf)
      .map((from) => toRedirect(from, item, to.length === 1 ? (to[0] ?? null) : null, isPermanent));
  });
}

function toRedirect(from: string, options: Node, target: string | null, isPermanent: boolean): Redirect {
  const option = (...names: string[]) =>
    names.map((name) => propertyOf(options, name)?.value).find((one) => one !== undefined);
  const status = option("statusCode", "status");
  const stays = status === undefined ? (option("permanent") ?? isPermanent) === true : PERMANENT.has(status);
  const to = target ?? textOf(propertyOf(options, "destination"));
  // Some go elsewhere only for some readers.
  const isForAll = propertyOf(options, "has") === undefined && propertyOf(options, "missing") === undefined;
  return to !== null && stays && isForAll ? { from, to } : { from };
}

/** `/project` of `https://example.org/project/`; "" of what is no address. */
export function pathOfUrl(url: string): string {
  return URL.canParse(url) ? basePath(new URL(url).pathname) : "";
}

/** How deep a file lies. */
export function depthOf(path: string): number {
  return path.split("/").length;
}

export { folderOf };
