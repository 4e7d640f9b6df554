import { pathOf } from "../page/page.ts";
import { decode } from "../site/page-routes.ts";
import { folderOf, joinPath, stemOf } from "../site/posix.ts";
import type { NavigationEntry } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";

const TARGET = /^<?([^\s()<>]*)/;
const PATTERN = /^[ \t]*[*+-][ \t]+[^\s*]*\*[^\s]*$/;
const MAX_LINE = 2_000;

/** Reads the summary of a book (mdBook, GitBook): each line with a link names a page; headings and parts are groups. */
export function readSummary(path: string, text: string, ground: NavigationContext): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  let group: string | null = null;
  for (const [index, line] of withoutComments(text).split("\n").entries()) {
    const heading = /^#{1,3}[ \t]+(\S[^\n]*)$/.exec(line.slice(0, MAX_LINE).trimEnd())?.[1];
    if (heading !== undefined) group = heading;
    const link = linkIn(line.slice(0, MAX_LINE));
    // `* *.md` of the plugin literate-nav lists what a pattern names.
    if (link === null && PATTERN.test(line.slice(0, MAX_LINE)))
      entries.push({ file: path, line: index + 1, ref: "*", title: null, target: "generated", path: null });
    if (link === null) continue;
    const { title, ref } = link;
    const base = { file: path, line: index + 1, ref, title: title || null, groups: group === null ? [] : [group] };
    entries.push({ ...base, ...targetOf(path, ref, ground) });
  }
  return entries;
}

/** A text with its HTML comments as blanks, each line where it was; one that does not end hides nothing. */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", done)) {
    const end = text.indexOf("-->", start);
    if (end < 0) break;
    pieces.push(text.slice(done, start), text.slice(start, end + 3).replace(/[^\n]/g, " "));
    done = end + 3;
  }
  return pieces.join("") + text.slice(done);
}

/** The first link of a line: `[title](page.md)`. */
function linkIn(line: string): { title: string; ref: string } | null {
  const middle = line.indexOf("](");
  const open = middle < 0 ? -1 : line.indexOf("[");
  const ref = open < 0 || open > middle ? "" : (TARGET.exec(line.slice(middle + 2))?.[1] ?? "");
  return ref === "" ? null : { title: line.slice(open + 1, middle), ref };
}

/** A backslash before a sign, as editors write it before the `_` of a name, is no part of the name. */
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

function targetOf(file: string, ref: string, ground: NavigationContext): Pick<NavigationEntry, "target" | "path"> {
  const path = decode(pathOf(ref.replace(ESCAPE, "$1")));
  const isPage = /\.mdx?$|\/$/i.test(path) && !/^[a-z][a-z0-9+.-]*:/i.test(ref);
  if (!isPage) return { target: "external", path: null };
  // A file is read whatever its ending is: `README.MD`.
  const named = joinPath(folderOf(file), path);
  if (named !== null && ground.pages.has(named)) return { target: "page", path: named };
  const stem = joinPath(folderOf(file), stemOf(path));
  const page = stem === null ? null : findPage(ground, stem);
  // A folder without a page of its own is a group.
  const isGroup = page === null && stem !== null && path.endsWith("/") && ground.folders.has(stem);
  return isGroup ? { target: "folder", path: stem } : { target: "page", path: page };
}
