import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { readIndexedPage, toPageMarkdown } from "@docsteward/assistant/page/read-indexed-page";
import { siteFingerprint } from "@docsteward/assistant/page/site-fingerprint";
import { type SiteTaskContext, siteTask } from "@docsteward/docs/bounded/site-task";
import { readSite } from "@docsteward/docs/read-site";
import type { Site } from "@docsteward/docs/site/site";

/** Runs in a process with bounds: what pages and navigation say is read nowhere else. See `buildIndex`. */
export const READ_PAGES = { module: fileURLToPath(import.meta.url), name: "readPagesTask" };

/** What a site is, as far as the run has to know. */
export type ReadSite = { fingerprint: string; pages: string[] };

/** What the run wants to be read: pages by path, and of files that are the same the digest of what they said before. */
export type ReadPlan = { paths: string[]; digests: ReadonlyMap<string, string> };

export type ReadPage = { file: string; page: IndexedPage; markdown: string };

/** Some of the pages of a plan, in its order. `left` are no pages for readers. */
export type ReadBatch = { pages: ReadPage[]; left: string[]; count: number };

const BATCH = 50;

/** Run by its name. @public */
export const readPagesTask = siteTask(readPages);

export async function readPages(_: undefined, { reader, startItem, ask }: SiteTaskContext): Promise<void> {
  const files = reader("site");
  if (files === null) throw new Error("An index needs a reader.");
  const site = await readSite(files);
  const found: ReadSite = { fingerprint: siteFingerprint(site), pages: [...site.pages.keys()] };
  startItem(null);
  const { paths, digests } = (await ask("plan", found)) as ReadPlan;
  let storing: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < paths.length; from += BATCH) {
    const batch = paths.slice(from, from + BATCH);
    const read = makePages(site, await files.readMany(batch), digests);
    const isRead = new Set(read.files);
    const left = [...read.left, ...batch.filter((path) => !isRead.has(path))];
    startItem(null);
    // The next pages are read while these are stored.
    await storing;
    storing = ask("store", { pages: read.pages, left, count: batch.length } satisfies ReadBatch);
    storing.catch(() => undefined);
  }
  await storing;
}

function makePages(site: Site, texts: { path: string; text: string }[], digests: ReadPlan["digests"]) {
  const pages: ReadPage[] = [];
  const left: string[] = [];
  const files: string[] = [];
  for (const { path, text } of texts) {
    files.push(path);
    const page = readIndexedPage(site, { path, text });
    const digest = digests.get(path);
    if (page === null) left.push(path);
    else if (digest === undefined || digest !== md5(JSON.stringify(page)))
      pages.push({ file: path, page, markdown: toPageMarkdown(text) });
  }
  return { pages, left, files };
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
