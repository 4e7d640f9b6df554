import { fileURLToPath } from "node:url";
import { isPageFile } from "@docsteward/contract/docs-files";
import { runOnSite } from "@docsteward/docs/bounded/run-on-site";
import { siteTask } from "@docsteward/docs/bounded/site-task";
import { docsMap, foldedEditions } from "@docsteward/docs/docs-map";
import type { DocsReader } from "@docsteward/docs/docs-reader";
import { rememberMade } from "@docsteward/docs/recorded-reads";
import type { Snapshot } from "@docsteward/git/workspace";
import { createFenceReader } from "@docsteward/text/markdown/scanner";
import { plural } from "../tools/plural.ts";
import { pagesAmong } from "../workspace/pages-among.ts";

const MODULE = fileURLToPath(import.meta.url);
const PAGES_TASK = { module: MODULE, name: "describePagesTask" };
const FOLDERS_TASK = { module: MODULE, name: "describeFoldersTask" };
const MAX_MAPPED_PAGES = 500;
/** Of a larger site no page is read: that takes longer than the first searches of the model. */
const MAX_SEARCHED_PAGES = 5_000;
const MAX_FOLDERS = 200;
const MAX_DEPTH = 3;
const MAX_NEAR_PAGES = 15;
/** Of a site whose map is cut. */
const MAX_NEAREST = 60;
const MAX_COMPONENTS = 40;
const MAX_EDITIONS = 40;
const MAX_ROOTS = 6;

type Description = {
  dialect: string;
  /** Folders of the pages that are written in the source language and are no frozen version; empty where they are not known. */
  folders: string[];
  map: string;
};

/**
 * Describes a site for a model: a map of every page where that is affordable; for a large site its folders and the pages that a
 * search for the request finds. Translations and versions are counted, not listed.
 */
export async function describeSite(
  start: Snapshot,
  { asked, pageCpuSeconds }: { asked: string; pageCpuSeconds: number },
): Promise<Description> {
  const paths = await start.paths();
  const pages = pagesAmong(paths).length;
  const task = pages > MAX_MAPPED_PAGES ? FOLDERS_TASK : PAGES_TASK;
  const describe = async (reader: DocsReader) => {
    const run = { readers: { site: reader }, input: withoutFences(asked) };
    return (await runOnSite<Description>(task, run, { cpuSeconds: pageCpuSeconds })).output;
  };
  // That of a smaller site reads its pages or depends on the request, and leaves what it has read to the job's searches.
  if (pages <= MAX_SEARCHED_PAGES) return describe(start);
  return remembered({ reader: start, of: [paths, await start.assets()], make: describe });
}

const MAX_REMEMBERED = 8;
/** Of large sites: twenty thousand paths take longer to send than jobs on one site take to begin. */
const remembered = rememberMade<Description>(MAX_REMEMBERED);

/** The words of a request: code in it is an example, and its names are those of many pages. */
export function withoutFences(asked: string): string {
  const readFence = createFenceReader("any");
  return asked
    .split("\n")
    .filter((line) => readFence(line) === null)
    .join("\n");
}

/** Run by its name. @public */
export const describePagesTask = siteTask(async (asked: string, { reader }): Promise<Description> => {
  const files = reader("site");
  if (files === null) throw new Error("A description needs a reader.");
  const pages = (await files.paths()).filter(isPageFile);
  // Only the process with bounds loads what reads pages.
  const { readSite } = await import("@docsteward/docs/read-site");
  const site = await readSite(files);
  const findNearest = async () => {
    const { searchPages } = await import("@docsteward/docs/search/search-pages");
    const found = await searchPages(files, asked, MAX_NEAREST);
    return found.flatMap(({ path, alsoIn }) => [path, ...alsoIn.map((other) => other.path)]);
  };
  const components = countComponents(await files.readMany(pages)).slice(0, MAX_COMPONENTS);
  const inventory = components.map(([name, uses]) => `${name} ${uses}`).join(", ");
  const parts = [
    ...editionLines(site.languages, foldedEditions(site)),
    `Pages (path — title: description)\n${await docsMap(site, { findNearest })}`,
    ...(inventory === "" ? [] : [`Components on these pages, with use counts. Use no others\n${inventory}`]),
  ];
  const own = site.sections.filter(({ language, version }) => language === undefined && version === undefined);
  const folders = [...new Set(own.map(({ root }) => root))].slice(0, MAX_ROOTS);
  return { dialect: site.dialect, folders, map: parts.join("\n\n") };
});

/** Run by its name. @public */
export const describeFoldersTask = siteTask(async (asked: string, { reader }): Promise<Description> => {
  const files = reader("site");
  if (files === null) throw new Error("A description needs a reader.");
  const paths = await files.paths();
  const pages = paths.filter(isPageFile);
  const { groupPages } = await import("@docsteward/docs/search/page-groups");
  const { searchPages } = await import("@docsteward/docs/search/search-pages");
  const groups = await groupPages(files, paths);
  const near = pages.length > MAX_SEARCHED_PAGES ? [] : await searchPages(files, asked, MAX_NEAR_PAGES);
  const parts = [
    ...editionLines(groups.languages, groups.folded()),
    mapFolders(pages.length, pages.filter(groups.isListed)),
    ...(near.length === 0
      ? []
      : [
          `Pages that a search for the request finds\n${near.map(({ path, title }) => `${path} — ${title}`).join("\n")}`,
        ]),
  ];
  return { dialect: groups.dialect, folders: [], map: parts.join("\n\n") };
});

type FoldedEdition = { edition: string; pages: number; example: string; of: string };

/** The source language, and what the map leaves out: new text is written in the source's language. */
function editionLines([source, ...others]: readonly string[], folded: readonly FoldedEdition[]): string[] {
  const counted = folded
    .slice(0, MAX_EDITIONS)
    .map(({ edition, pages, example, of }) => `${edition}: ${plural(pages, "page")}, e.g. ${example} of ${of}`);
  const more = folded.length > MAX_EDITIONS ? [`… and ${folded.length - MAX_EDITIONS} more`] : [];
  const hasLanguages = source !== undefined && others.length > 0;
  return [
    ...(hasLanguages ? [`Source language: ${source}. Write ${source} unless the request names another.`] : []),
    ...(counted.length > 0 ? [`Translations and versions, not listed below\n${[...counted, ...more].join("\n")}`] : []),
  ];
}

/** The folder that all pages are in. */
function commonFolder([first = "", ...others]: readonly string[]): string {
  let end = first.lastIndexOf("/") + 1;
  for (const page of others) {
    while (end > 0 && !page.startsWith(first.slice(0, end))) end = first.lastIndexOf("/", end - 2) + 1;
  }
  return first.slice(0, end);
}

/** The first three folders of a path behind `root`; a site has thousands of pages, and this is done for each. */
function folderOf(page: string, root: string): string {
  let end = root.length - 1;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next = page.indexOf("/", end + 1);
    if (next < 0) break;
    end = next;
  }
  return page.slice(0, Math.max(end, 0)) || ".";
}

function mapFolders(all: number, pages: readonly string[]): string {
  const counts = new Map<string, number>();
  const root = commonFolder(pages);
  for (const page of pages) {
    const folder = folderOf(page, root);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const folders = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = folders.slice(0, MAX_FOLDERS).map(([folder, count]) => `${folder}/ — ${plural(count, "page")}`);
  const rest = folders.length - lines.length;
  return [
    `${all} pages, too many to list. Find them with search, glob and grep.`,
    ...lines,
    ...(rest > 0 ? [`… and ${rest} more folders`] : []),
  ].join("\n");
}

const INLINE_CODE = /`[^`\n]*`/g;
const TAG = /<([A-Z][A-Za-z0-9]*)/g;

/** Counts the components that pages use, code left aside: an inventory for the model, the most used first. */
export function countComponents(pages: readonly { text: string }[]): [name: string, uses: number][] {
  const counts = new Map<string, number>();
  for (const { text } of pages) {
    const readFence = createFenceReader("any");
    for (const line of text.split("\n")) {
      if (readFence(line) !== null) continue;
      for (const [, name = ""] of line.replace(INLINE_CODE, "").matchAll(TAG)) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
