import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { siteGround } from "@docsteward/assistant/index/site-ground";
import { readIndexedPage } from "@docsteward/assistant/page/read-indexed-page";
import { toPageMarkdown } from "@docsteward/assistant/page/to-page-markdown";
import { waitWhileAway } from "@docsteward/db/wait-while-away";
import { readSite } from "@docsteward/docs/read-site";
import type { Site } from "@docsteward/docs/site/site";
import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { type CommitFiles, openCommit } from "@docsteward/git/files/open-commit";
import { readChangeTimes } from "@docsteward/git/local/read-change-times";
import { accessTo } from "@docsteward/services/git-host/access-to";
import { hostKindOf } from "@docsteward/services/git-host/host-kind";
import type { ClaimedIndex } from "@docsteward/services/site/claim-index";
import { listSiteFiles, type SiteFile } from "@docsteward/services/site/list-site-files";
import { type IndexProgress, recordIndexProgress } from "@docsteward/services/site/record-index-progress";
import { type NewSitePage, storeSitePages } from "@docsteward/services/site/store-site-pages";
import type { NewVersion } from "@docsteward/services/site/switch-version";
import type { WorkerParts } from "../parts.ts";

const BATCH = 50;
const PAGES_A_TURN = 8;

type Run = { parts: WorkerParts; claimed: ClaimedIndex; signal: AbortSignal };

/**
 * Makes the next version of a site's pages, beside the one that answers: reads the newest commit of the base ref straight from
 * git, and of its pages those alone that may have become others.
 *
 * @throws GitError with a sentence for people; IndexLostError when another worker has the run
 */
export async function buildIndex(parts: WorkerParts, claimed: ClaimedIndex, signal: AbortSignal): Promise<NewVersion> {
  const run = { parts, claimed, signal };
  const { repository, baseRef, docsPath } = claimed.project;
  const { projectId, attempt } = claimed.claim;
  const access = () => waiting(run, () => accessTo(parts.services, claimed.project));
  using cache = await openRepositoryCache({ dataDir: parts.services.dataDir, repository, access, signal });
  const files = await openCommit(cache, { holder: `index-${projectId}-${attempt}`, ref: baseRef, docsPath });
  try {
    await report(run, { phase: "reading", runCommit: files.commit });
    return await readVersion(run, files);
  } finally {
    await files.close();
  }
}

async function readVersion(run: Run, files: CommitFiles): Promise<NewVersion> {
  const { parts, claimed } = run;
  const site = await readSite(files);
  const ground = siteGround(site);
  const isSameGround = ground === claimed.index.ground;
  const known = await waiting(run, () =>
    listSiteFiles(parts.services, { projectId: claimed.project.id, withDigests: !isSameGround }),
  );
  const before = new Map(known.map((file) => [file.file, file]));
  const isSame = (path: string) => isSameGround && before.get(path)?.sha === files.blobs.get(path);
  const paths = [...site.pages.keys()].filter((path) => !isSame(path));
  const gone = new Set(known.flatMap(({ file }) => (site.pages.has(file) ? [] : [file])));
  const { written, left } = await writePages(run, { site, files, paths, before });
  for (const path of left) if (before.has(path)) gone.add(path);
  if (gone.size > 0) await store(run, [], [...gone]);
  const added = written.filter((path) => !before.has(path)).length;
  return {
    commit: files.commit,
    ground,
    pageCount: known.length + added - gone.size,
    hasChanges: written.length + gone.size > 0 || claimed.index.version === 0,
  };
}

type PageSource = { site: Site; files: CommitFiles; paths: string[]; before: ReadonlyMap<string, SiteFile> };

/** @returns the files whose pages are others now, and those that are no pages for readers */
async function writePages(run: Run, source: PageSource): Promise<{ written: string[]; left: string[] }> {
  const { files, paths } = source;
  const times = changeTimes(run, source);
  times.catch(() => undefined);
  const written: string[] = [];
  const left: string[] = [];
  let storing = Promise.resolve();
  for (let from = 0; from < paths.length; from += BATCH) {
    run.signal.throwIfAborted();
    const batch = paths.slice(from, from + BATCH);
    const texts = await files.readMany(batch);
    const { pages, refused } = await makePages(source, texts);
    const isRead = new Set(texts.map(({ path }) => path));
    left.push(...refused, ...batch.filter((path) => !isRead.has(path)));
    written.push(...pages.map(({ file }) => file));
    // The next pages are read while these are written.
    await storing;
    storing = storeBatch(run, pages, await times, { pagesDone: from + batch.length, pagesTotal: paths.length });
    storing.catch(() => undefined);
  }
  await storing;
  return { written, left };
}

type MadePage = Omit<NewSitePage, "changedAt"> & { changedAt: Date | null | undefined };

async function makePages({ site, files, before }: PageSource, texts: { path: string; text: string }[]) {
  const pages: MadePage[] = [];
  const refused: string[] = [];
  for (const [number, { path, text }] of texts.entries()) {
    // The jobs of this process want their turn, too.
    if (number % PAGES_A_TURN === 0) await turn();
    const page = readIndexedPage(site, { path, text });
    if (page === null) {
      refused.push(path);
      continue;
    }
    const earlier = before.get(path);
    const sha = files.blobs.get(path) ?? "";
    const isSameFile = earlier?.sha === sha;
    if (isSameFile && earlier.digest === md5(JSON.stringify(page))) continue;
    const changedAt = isSameFile ? earlier.changedAt : undefined;
    pages.push({ file: path, sha, page, markdown: toPageMarkdown(text), changedAt });
  }
  return { pages, refused };
}

async function storeBatch(
  run: Run,
  made: MadePage[],
  times: ReadonlyMap<string, Date>,
  progress: Pick<IndexProgress, "pagesDone" | "pagesTotal">,
): Promise<void> {
  const pages = made.map(({ changedAt, ...page }) => ({
    ...page,
    changedAt: changedAt === undefined ? (times.get(page.file) ?? null) : changedAt,
  }));
  if (pages.length > 0) await store(run, pages, []);
  await report(run, { phase: "reading", ...progress });
}

/** When the files changed that did; the history of a page that is made anew from the same file is known already. */
async function changeTimes({ claimed, signal }: Run, { files, paths, before }: PageSource): Promise<Map<string, Date>> {
  const changed = paths.filter((path) => before.get(path)?.sha !== files.blobs.get(path));
  const { repository } = claimed.project;
  const { commit: since } = claimed.index;
  if (hostKindOf(repository) === "local") {
    return readChangeTimes({ repository, commit: files.commit, paths: changed, since, signal });
  }
  // The history of a repository elsewhere is not here, and too much to fetch for this. What is new since the last version came
  // with this commit or shortly before it; how old the pages of the first version are is not known.
  const at = since === null ? null : await files.changedSince(since);
  return new Map(at === null ? [] : changed.map((path) => [path, at]));
}

const store = (run: Run, pages: NewSitePage[], gone: string[]) =>
  waiting(run, () => storeSitePages(run.parts.services, run.claimed.claim, { pages, gone }));

const report = (run: Run, progress: IndexProgress) =>
  waiting(run, () => recordIndexProgress(run.parts.services, run.claimed.claim, progress));

const waiting = <T>({ parts, signal }: Run, work: () => Promise<T>) => waitWhileAway(work, { log: parts.log, signal });

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
