import { oncePer } from "@docsteward/platform/once-per";
import { pathOf } from "../page/page.ts";
import { nameOf } from "../site/doubtful-areas.ts";
import { decode } from "../site/page-routes.ts";
import { folderOf, foldersAbove, lastPartOf } from "../site/posix.ts";
import { sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/** How a program that is no generator of sites reads the Markdown below a folder. */
type Reader =
  /** It finds pages and pictures by their names alone: Obsidian, Foam, Dendron, Logseq and Writerside. */
  | "by-name"
  /** It writes the reference of a program beside the pages, as HTML that links name: ExDoc, rustdoc and pkgdown. */
  | "reference"
  /** It knows the names of the code: rustdoc. */
  | "rust";

const OF_FILES: Readonly<Record<string, readonly Reader[]>> = {
  "writerside.cfg": ["by-name"],
  "dendron.yml": ["by-name"],
  "mix.exs": ["reference"],
  "_pkgdown.yml": ["reference"],
  "_pkgdown.yaml": ["reference"],
  "Cargo.toml": ["reference", "rust"],
};
/** Folders with the settings of such a program, which reads what lies in the folder above. */
const OF_FOLDERS: ReadonlySet<string> = new Set([".obsidian", ".foam", "logseq"]);

const readersOf = oncePer((files: Site["otherFiles"]): ReadonlyMap<string, ReadonlySet<Reader>> => {
  const found = new Map<string, Set<Reader>>();
  const add = (folder: string, readers: readonly Reader[]) =>
    found.set(folder, new Set([...(found.get(folder) ?? []), ...readers]));
  for (const path of files) {
    const folder = folderOf(path);
    add(folder, OF_FILES[lastPartOf(path)] ?? []);
    if (OF_FOLDERS.has(lastPartOf(folder))) add(folderOf(folder), ["by-name"]);
  }
  return found;
});

const namesOf = oncePer(({ otherFiles, pages }: Site): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const path of [...otherFiles, ...pages.keys()]) names.add(nameOf(path));
  return names;
});

const OF_LINKS: ReadonlySet<RawFinding["rule"]> = new Set<RawFinding["rule"]>([
  "broken-link",
  "broken-anchor",
  "missing-asset",
]);
/** A name of code, as rustdoc takes it for a link: `Lamp`, `Lamp::new`, `mod@oil`, `on()`. */
const OF_CODE = /^(?:[a-z]{1,20}@\w[\w:]*|\w+::[\w:]+|[A-Z][a-z]\w*|\w+\(\))$/;
/** A story in Storybook: `/docs/button--primary`. */
const isStory = (url: string) => url.startsWith("/") && url.includes("--") && /^[\w/-]{1,300}$/.test(url);

/**
 * Whether a link that leads nowhere stands on a page that no generator shows, and that a program reads in a way of its own, in which it
 * may lead somewhere.
 */
export function isReadOtherwise({ rule, path, url }: RawFinding, site: Site): boolean {
  if (!OF_LINKS.has(rule) || url === undefined) return false;
  if (path.includes(".docc/")) return rule !== "broken-anchor" || !url.startsWith("#");
  if (site.dialect !== "plain" && sectionOf(site, path) !== null) return false;
  if (isStory(url) && site.folders.has(".storybook")) return true;
  const link = decode(pathOf(url));
  // A name of code between back-ticks.
  if (/^`[^`]{1,200}`$/.test(link)) return true;
  const known = readersOf(site.otherFiles);
  const readers = new Set(foldersAbove(path).flatMap((folder) => [...(known.get(folder) ?? [])]));
  if (readers.has("by-name") && rule !== "broken-anchor" && namesOf(site).has(nameOf(link))) return true;
  if (readers.has("reference") && /\.html$/i.test(link)) return true;
  return readers.has("rust") && rule === "broken-link" && OF_CODE.test(link);
}
