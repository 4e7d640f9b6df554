import { isPageFile } from "@docsteward/contract/docs-files";
import type { Procedure } from "../procedure.ts";
import { nameOf, stemOf, withoutEnding } from "../site/paths.ts";
import { grep, literal } from "../tools/grep.ts";

/** Pages whose text may hold a link to a page, by what such a link must contain. */
export function* findLinkers(page: string): Procedure<{ pages: string[]; isCut: boolean }> {
  const stem = nameOf(stemOf(page));
  const say = `Looking for links to ${page}.`;
  const name = literal(stem || nameOf(withoutEnding(page))).replace(/ /g, "( |%20)");
  const wide = yield* grep(
    stem === "" ? `[("']/?(${name}|[)"'#])` : `(^|[^[:alnum:]_-])${name}($|[^[:alnum:]_-])`,
    say,
  );
  if (!wide.isCut) return { pages: wide.paths.filter(isPageFile), isCut: false };
  const narrow = yield* grep(`(\\]\\(|\\]:|["'])[^)"' ]*${name}`, "Too many matches; looking at addresses only.");
  return { pages: [...new Set([...narrow.paths, ...wide.paths])].filter(isPageFile), isCut: narrow.isCut };
}
