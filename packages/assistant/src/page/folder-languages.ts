import type { Site } from "@docsteward/docs/site/site";

/** Languages that documentation is translated into. A shorter list than ISO 639-1, where `ts` and `io` are languages too. */
const LANGUAGES = new Set(
  "ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms my nb ne nl nn no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh".split(
    " ",
  ),
);

export function isLanguageTag(text: string): boolean {
  return LANGUAGES.has(text.toLowerCase().split(/[-_]/, 1)[0] ?? "");
}

const known = new WeakMap<Site, ReadonlySet<string>>();

/**
 * The folders at the top of a site that hold a language each, in lower case. A name alone proves nothing (`cs/`, `id/`): a
 * page of such a folder must have a twin of the same name in another one or at the root.
 */
export function folderLanguages(site: Site): ReadonlySet<string> {
  const found = known.get(site) ?? findFolders(site);
  known.set(site, found);
  return found;
}

function findFolders({ pages, root }: Site): Set<string> {
  const restsByFolder = new Map<string, Set<string>>();
  for (const path of pages.keys()) {
    const parts = (root === "" ? path : path.slice(root.length + 1)).split("/");
    const depth = parts.slice(0, 2).findIndex((part, index) => index < parts.length - 1 && isTag(part));
    const folder = depth < 0 ? "" : (parts[depth]?.toLowerCase() ?? "");
    const rest = stem(depth < 0 ? parts : parts.toSpliced(depth, 1));
    restsByFolder.set(folder, (restsByFolder.get(folder) ?? new Set()).add(rest));
  }
  const holders = new Map<string, string[]>();
  for (const [folder, rests] of restsByFolder)
    for (const rest of rests) {
      const known = holders.get(rest);
      if (known) known.push(folder);
      else holders.set(rest, [folder]);
    }
  const twins = [...holders.values()].filter((folders) => folders.length > 1).flat();
  return new Set(twins.filter((folder) => folder !== ""));
}

function isTag(part: string): boolean {
  return /^[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(part) && isLanguageTag(part);
}

function stem(parts: string[]): string {
  return parts.join("/").replace(/\.mdx?$/i, "");
}
