import { isPageFile } from "@docsteward/contract/docs-files";
import type { Procedure } from "../procedure.ts";
import type { Site } from "../site/open-site.ts";
import { below, joinPath, nameOf, stemOf, withoutEnding } from "../site/paths.ts";
import { type Found, grep, literal } from "../tools/grep.ts";

export type Linkers = { pages: string[]; isCut: boolean };

const MAX_FOLDERS = 30;

/**
 * Pages whose text may hold a link to a page, by what such a link must contain. When there are more matches than a search
 * gives, searches more narrowly, and then folder by folder.
 */
export function* findLinkers(page: string, site: Site): Procedure<Linkers> {
  const stem = nameOf(stemOf(page));
  const name = literal(stem || nameOf(withoutEnding(page))).replace(/ /g, "( |%20)");
  const say = `Looking for links to ${page}.`;
  const wide = yield* grep(
    stem === "" ? `[("']/?(${name}|[)"'#])` : `(^|[^[:alnum:]_-])${name}($|[^[:alnum:]_-])`,
    say,
  );
  if (!wide.isCut) return toLinkers([wide]);

  const address = `(\\]\\(|\\]:|["'<])[^)"'<>: ]*${stem === "" ? "" : name}(\\.mdx?|\\.html|/)?(\\]|[)"'#?> ]|$)`;
  const narrow = yield* grep(address, "Too many matches. Checking URLs only.");
  if (!narrow.isCut) return toLinkers([narrow]);

  const folders = [...new Set(site.pages.map((path) => topFolder(path, site.root)))];
  const parts: Found[] = [];
  for (const folder of folders.slice(0, MAX_FOLDERS)) parts.push(yield* grep(address, "", folder));
  const linkers = toLinkers([narrow, ...parts]);
  return { ...linkers, isCut: parts.some(({ isCut }) => isCut) || folders.length > MAX_FOLDERS };
}

/** The first folder on the way to a page, below the site's root; a page that stands at the top is its own. */
function topFolder(path: string, root: string): string {
  const rest = below(root, path);
  return joinPath(rest === undefined ? "" : root, (rest ?? path).split("/")[0] ?? "");
}

function toLinkers(found: readonly Found[]): Linkers {
  return { pages: [...new Set(found.flatMap(({ paths }) => paths))].filter(isPageFile), isCut: false };
}
