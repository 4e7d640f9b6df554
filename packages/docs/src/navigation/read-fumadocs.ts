import { oncePer } from "@docsteward/platform/once-per";
import { folderOf } from "../site/posix.ts";
import { pathInSection, sectionOf } from "../site/sections.ts";
import type { NavigationEntry, Site } from "../site/site.ts";
import type { NavigationContext } from "./navigation-context.ts";
import { at, type JsonFile, propertyOf, readJsonFile, textOf } from "./read-json.ts";
import { pageOrFolder } from "./read-nextra.ts";

/** Separators and what is left out: nothing that must exist. */
const NOT_AN_ENTRY = /^(---|---.*---|!.*)$/;
/** All pages of the folder that are not named. */
const REST = /^(\.\.\.|z\.\.\.a)$/;

type Ground = NavigationContext & Pick<Site, "sections">;

/** The pages but those that the configuration leaves out, for which no entry stands. */
const withTaken = oncePer((ground: Ground): NavigationContext => {
  if (ground.sections.every(({ isLeftOut }) => isLeftOut === undefined)) return ground;
  const isTaken = (path: string) => {
    const section = sectionOf(ground, path);
    return section?.isLeftOut?.(pathInSection(section, path)) !== true;
  };
  return { ...ground, pages: new Map([...ground.pages].filter(([path]) => isTaken(path))) };
});

const META = /(^|\/)meta\.json$/;

/**
 * The `meta.json` files of folders that no tree shows: the one above them lists its pages, without the rest and without them.
 *
 * @param files every navigation file of the site
 */
export function unshownMeta(files: readonly { path: string; text: string }[]): ReadonlySet<string> {
  const listed = new Map<string, ReadonlySet<string>>();
  const own = files.filter(({ path }) => META.test(path));
  for (const file of own) {
    const pages = propertyOf(readJsonFile(file).root ?? undefined, "pages")?.children;
    const names = pages?.flatMap((node) => textOf(node) ?? []);
    if (names === undefined || names.some((name) => REST.test(name))) continue;
    listed.set(
      folderOf(file.path),
      new Set(names.map((name) => name.replace(/^(?:\.\.\.|!|\.\/)/, "").split("/", 1)[0] ?? "")),
    );
  }
  const isShown = (folder: string): boolean => {
    for (let at = folder; at !== ""; at = folderOf(at)) {
      const names = listed.get(folderOf(at));
      if (names !== undefined && !names.has(at.slice(at.lastIndexOf("/") + 1))) return false;
    }
    return true;
  };
  return new Set(own.flatMap(({ path }) => (isShown(folderOf(path)) ? [] : path)));
}

/** Reads a Fumadocs `meta.json`: `pages` names pages and folders beside the file. */
export function readFumadocs(path: string, file: JsonFile, all: Ground): NavigationEntry[] {
  const ground = withTaken(all);
  const pages = propertyOf(file.root ?? undefined, "pages");
  const title = textOf(propertyOf(file.root ?? undefined, "title"));
  const groups = title === null ? [] : [title];
  return (pages?.children ?? []).flatMap((node): NavigationEntry[] => {
    const ref = textOf(node);
    const entry = { ...at(file, node), ref: ref ?? "", title: null, groups };
    if (ref !== null && REST.test(ref)) return [{ ...entry, target: "generated", path: null }];
    if (ref === null || NOT_AN_ENTRY.test(ref)) return [];
    if (isMarkdownLink(ref.replace(/^external:/, ""))) return [{ ...entry, target: "external", path: null }];
    // A rest of a folder that is not there may be of one that the build writes.
    if (/^(z?)\.\.\./.test(ref) && pageOrFolder(folderOf(path), ref.replace(/^z?\.\.\./, ""), ground).path === null)
      return [{ ...entry, target: "generated", path: null }];
    const name = ref.replace(/^\.\.\.(?=[^./])/, "").replace(/\.mdx?$/, "");
    return [{ ...entry, ...pageOrFolder(folderOf(path), name, ground) }];
  });
}

/** `[text](address)`, perhaps with an icon before it: `[Icon][text](address)`. */
function isMarkdownLink(ref: string): boolean {
  return ref.startsWith("[") && ref.includes("](") && ref.endsWith(")");
}
