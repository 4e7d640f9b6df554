import type { DocsReader } from "../docs-reader.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

const MAX_UNTITLED = 100;
const BATCH = 100;
/** What no path holds. */
const BETWEEN = /["'`\s()<>{}|]+/;
const TAKES_IN = /include|import|\brequire\b|<<<|--8<--|\{!/;

/** What takes in a whole file in MkDocs, where a word alone says nothing of a page that no navigation lists. */
const TAKES_IN_PAGE = /-8<-|\{!|\{%-?\s*include/;

const REFRESH = /<meta\s{1,9}http-equiv=["']?refresh\b/i;

type Told = Pick<RawFinding, "rule" | "path">;
const isOfFragments = ({ rule }: Told) => rule === "missing-title" || rule === "orphan-page";

/**
 * Without titles and navigation that are missing in a piece of text that another page takes in whole, and without orphans that are empty or only send readers elsewhere.
 * Of more than any site has by mistake none is looked up.
 */
export async function withoutFragments(found: RawFinding[], site: Site, reader: DocsReader): Promise<RawFinding[]> {
  const untitled = found.filter(isOfFragments);
  if (untitled.length === 0 || untitled.length > MAX_UNTITLED) return found;
  const names = new Map(untitled.map(({ path }) => [path, path.slice(path.lastIndexOf("/") + 1)]));
  const orphans = new Set(untitled.flatMap(({ rule, path }) => (rule === "orphan-page" ? [path] : [])));
  const taken = new Set<string>();
  const paths = [...site.pages.keys()];
  for (let from = 0; from < paths.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(paths.slice(from, from + BATCH))) {
      if (names.has(path) && orphans.has(path) && (text.trim() === "" || REFRESH.test(text))) taken.add(path);
      for (const [fragment, name] of names)
        if (
          fragment !== path &&
          text.includes(name) &&
          takesIn(site, { path, text }, { fragment, name, how: orphans.has(fragment) ? TAKES_IN_PAGE : TAKES_IN })
        )
          taken.add(fragment);
    }
  }
  return found.filter((one) => !isOfFragments(one) || !taken.has(one.path));
}

type Fragment = { fragment: string; name: string; how: RegExp };

/** Whether a page takes in a piece of text. A file of the same name that its line leads to is another one. */
function takesIn(
  site: Site,
  { path, text }: { path: string; text: string },
  { fragment, name, how }: Fragment,
): boolean {
  return linesWith(text, name)
    .filter((line) => how.test(line))
    .flatMap((line) => line.split(BETWEEN).filter((part) => part.includes(name)))
    .some((part) => {
      const named = part.slice(0, part.indexOf(name) + name.length);
      // Snippets of MkDocs count from the folder that it is run in, which is that of its configuration.
      const above = site.dialect === "mkdocs" ? [joinPath(folderOf(site.config), named)] : [];
      const places = [joinPath(folderOf(path), named), joinPath(site.root, named.replace(/^\/+/, "")), ...above];
      const there = places.filter((place) => place !== null && site.pages.has(place));
      return there.length === 0 ? !/[\w-]$/.test(named.slice(0, -name.length)) : there.includes(fragment);
    });
}

function linesWith(text: string, name: string): string[] {
  return text.split("\n").filter((line) => line.includes(name));
}
