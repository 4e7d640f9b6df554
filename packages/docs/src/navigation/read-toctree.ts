import { compileGlob } from "@docsteward/platform/glob";
import type { TocTreeItem } from "../page/read-toctrees.ts";
import { folderOf, isBelow, joinPath, stemOf } from "../site/posix.ts";
import type { NavigationEntry, Site } from "../site/site.ts";
import type { NavigationContext } from "./navigation-context.ts";

/** Pages that Sphinx makes itself. */
const MADE = new Set(["genindex", "modindex", "py-modindex", "search"]);
const ENDINGS = [".rst", ".ipynb", ".txt", ".myst", ".md.jinja"];
/** Pages that patterns may name, and pages that they may be compared with. */
const MAX_EXPANDED = 20_000;
const MAX_COMPARED = 1_000_000;

type Ground = NavigationContext & Pick<Site, "otherFiles">;

/** The navigation of a Sphinx site: what the `toctree` directives of its documents name. */
export function tocTreeEntries(
  documents: Iterable<readonly [string, readonly TocTreeItem[]]>,
  ground: Ground,
): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  let compared = 0;
  let expanded = 0;
  for (const [file, items] of documents) {
    for (const { line, ref, title, caption, isGlob } of items) {
      const base = { file, line, ref, title, groups: caption === null ? [] : [caption] };
      if (!isGlob) {
        entries.push({ ...base, ...targetOf(file, ref, ground) });
        continue;
      }
      compared += ground.pages.size;
      const found = compared > MAX_COMPARED ? [] : matching(file, ref, ground).slice(0, MAX_EXPANDED - expanded);
      expanded += found.length;
      for (const path of found) entries.push({ ...base, target: "page", path });
    }
  }
  return entries;
}

function targetOf(file: string, ref: string, ground: Ground): Pick<NavigationEntry, "target" | "path"> {
  if (ref === "self" || /^[a-z][a-z0-9+.-]*:/i.test(ref) || MADE.has(ref)) return { target: "external", path: null };
  const stem = stemAt(file, ref.replace(/\.(?:md|rst|ipynb|txt)$/i, ""), ground);
  if (stem === null) return { target: "page", path: null };
  if (ground.pages.has(`${stem}.md`)) return { target: "page", path: `${stem}.md` };
  const isOther = ENDINGS.some((ending) => ground.otherFiles.has(stem + ending));
  return isOther ? { target: "external", path: null } : { target: "page", path: null };
}

/** A name counts from the folder of its file, or with a slash from the folder of the site. */
function stemAt(file: string, name: string, { root }: Ground): string | null {
  return name.startsWith("/") ? joinPath(root, name.slice(1)) : joinPath(folderOf(file), name);
}

function matching(file: string, pattern: string, ground: Ground): string[] {
  const glob = stemAt(file, pattern, ground);
  if (glob === null) return [];
  const isMatch = compileGlob(glob);
  return [...ground.pages.keys()].filter(
    (path) => path !== file && isBelow(path, ground.root) && isMatch(stemOf(path)),
  );
}
