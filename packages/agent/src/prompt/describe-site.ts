import { fileURLToPath } from "node:url";
import { isPageFile } from "@docsteward/contract/docs-files";
import { runOnSite } from "@docsteward/docs/bounded/run-on-site";
import { siteTask } from "@docsteward/docs/bounded/site-task";
import { docsMap, rankBySimilarity } from "@docsteward/docs/docs-map";
import type { Site } from "@docsteward/docs/site/site";
import type { Snapshot } from "@docsteward/git/workspace";
import { createFenceReader } from "@docsteward/text/markdown/scanner";

const TASK = { module: fileURLToPath(import.meta.url), name: "describePagesTask" };
const MAX_MAPPED_PAGES = 500;
const MAX_FOLDERS = 200;
const MAX_DEPTH = 3;
const MAX_NEAR_PAGES = 40;
const MAX_COMPONENTS = 40;
const MAX_LANGUAGES = 40;

type Description = { dialect: string; map: string };

/**
 * Describes a site for a model: a map of every page where that is affordable; for a large site its folders and the paths that
 * come near, and no page is read.
 */
export async function describeSite(
  start: Snapshot,
  { asked, pageCpuSeconds }: { asked: string; pageCpuSeconds: number },
): Promise<Description> {
  const pages = (await start.paths()).filter(isPageFile);
  if (pages.length > MAX_MAPPED_PAGES) return { dialect: "a large site", map: mapFolders(pages, asked) };
  const run = { readers: { site: start }, input: asked };
  return (await runOnSite<Description>(TASK, run, { cpuSeconds: pageCpuSeconds })).output;
}

/** Run by its name. @public */
export const describePagesTask = siteTask(async (asked: string, { reader }): Promise<Description> => {
  const files = reader("site");
  if (files === null) throw new Error("A description needs a reader.");
  const pages = (await files.paths()).filter(isPageFile);
  // Only the process with bounds loads what reads pages.
  const { readSite } = await import("@docsteward/docs/read-site");
  const site = await readSite(files);
  const components = countComponents(await files.readMany(pages)).slice(0, MAX_COMPONENTS);
  const inventory = components.map(([name, uses]) => `${name} ${uses}`).join(", ");
  const parts = [
    ...languagesLine(site),
    `Pages (path — title: description)\n${docsMap(site, { near: asked })}`,
    ...(inventory === "" ? [] : [`Components on these pages, with use counts. Use no others\n${inventory}`]),
  ];
  return { dialect: site.dialect, map: parts.join("\n\n") };
});

/** The languages of a site whose configuration names them: new text is written in the source's, and translations follow. */
function languagesLine({ languages }: Site): string[] {
  const [source, ...others] = languages.slice(0, MAX_LANGUAGES);
  return source === undefined || others.length === 0
    ? []
    : [`Languages: ${source} (source), ${others.join(", ")}. Write ${source} unless the request names another.`];
}

/** The first three folders of a path; a site has thousands of pages, and this is done for each. */
function folderOf(page: string): string {
  let end = 0;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next = page.indexOf("/", end === 0 ? 0 : end + 1);
    if (next < 0) break;
    end = next;
  }
  return page.slice(0, end) || ".";
}

function mapFolders(pages: readonly string[], asked: string): string {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const folder = folderOf(page);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const folders = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = folders.slice(0, MAX_FOLDERS).map(([folder, count]) => `${folder}/ — ${count} pages`);
  const rest = folders.length - lines.length;
  const near = rankBySimilarity(pages, (path) => path, asked).slice(0, MAX_NEAR_PAGES);
  const more = rest > 0 ? [`… and ${rest} more folders`] : [];
  return [
    `${pages.length} pages, too many to list. Find them with search, glob and grep.`,
    ...lines,
    ...more,
    ...(near.length > 0 ? ["Pages whose paths best match the request", ...near] : []),
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
