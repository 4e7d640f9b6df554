import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { readIndexedPage, toPageMarkdown } from "@docsteward/assistant/page/read-indexed-page";
import { siteFingerprint } from "@docsteward/assistant/page/site-fingerprint";
import { createWordPacker } from "@docsteward/assistant/retriever/lexical/packed-words";
import type { ReadAutomations } from "@docsteward/contract/automation";
import { type SiteTaskContext, siteTask } from "@docsteward/docs/bounded/site-task";
import { readAutomations } from "@docsteward/docs/read-automations";
import { readSite } from "@docsteward/docs/read-site";
import { readSynonyms } from "@docsteward/docs/read-synonyms";
import type { Site } from "@docsteward/docs/site/site";

/** Runs in a process with bounds: what pages and navigation say is read nowhere else. See `buildIndex`. */
export const READ_PAGES = { module: fileURLToPath(import.meta.url), name: "readPagesTask" };

/** What a site is, as far as the run has to know. */
export type ReadSite = { fingerprint: string; pages: string[]; synonyms: string[][]; automations: ReadAutomations };

/** What the run wants to be read: pages by path, and of files that are the same the digest of what they said before. */
export type ReadPlan = { paths: string[]; digests: ReadonlyMap<string, string> };

export type ReadPage = { file: string; page: IndexedPage; words: Uint8Array; markdown: string };

/** Some of the pages of a plan, in its order. `left` are no pages for readers. */
export type ReadBatch = { pages: ReadPage[]; left: string[]; count: number };

const BATCH = 50;

/** Run by its name. @public */
export const readPagesTask = siteTask(readPages);

export async function readPages(_: undefined, { reader, startItem, ask }: SiteTaskContext): Promise<void> {
  const files = reader("site");
  if (files === null) throw new Error("An index needs a reader.");
  const site = await readSite(files);
  const { groups: synonyms } = await readSynonyms(files, null);
  const { problems, ...read } = await readAutomations(files, null);
  const automations = { ...read, problems: problems.map(({ line, message }) => `Line ${line}: ${message}`) };
  const found: ReadSite = { fingerprint: siteFingerprint(site), pages: [...site.pages.keys()], synonyms, automations };
  startItem(null);
  const packWords = createWordPacker();
  const { paths, digests } = (await ask("plan", found)) as ReadPlan;
  let storing: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < paths.length; from += BATCH) {
    const batch = paths.slice(from, from + BATCH);
    const read = await makePages(await files.readMany(batch), { site, digests, packWords });
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

type Making = { site: Site; digests: ReadPlan["digests"]; packWords: ReturnType<typeof createWordPacker> };

async function makePages(texts: { path: string; text: string }[], { site, digests, packWords }: Making) {
  const pages: ReadPage[] = [];
  const left: string[] = [];
  const files: string[] = [];
  for (const { path, text } of texts) {
    files.push(path);
    const page = readIndexedPage(site, { path, text });
    const digest = digests.get(path);
    if (page === null) left.push(path);
    else if (digest === undefined || digest !== md5(JSON.stringify(page)))
      pages.push({ file: path, page, words: await packWords(page), markdown: toPageMarkdown(text) });
  }
  return { pages, left, files };
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
