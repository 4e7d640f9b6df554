import { isDeepStrictEqual } from "node:util";
import { isCurrentFormat } from "@docsteward/assistant/page/site-fingerprint";
import type { ReadAutomations } from "@docsteward/contract/automation";
import { retryWhileUnavailable } from "@docsteward/db/database-error";
import { runOnSite, type SkippedPage } from "@docsteward/docs/bounded/run-on-site";
import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { type CommitFiles, openCommit } from "@docsteward/git/files/open-commit";
import { readChangeTimes } from "@docsteward/git/local/read-change-times";
import type { BoundedTask } from "@docsteward/platform/bounded/bounded-pool";
import { hostKindOf, repositoryAccess } from "@docsteward/services/git-host";
import { type ClaimedIndex, type IndexProgress, recordIndexProgress } from "@docsteward/services/site/index-run";
import { readStoredSynonyms } from "@docsteward/services/site/load";
import {
  listPageFiles,
  type NewSitePage,
  type NewVersion,
  readSkippedPages,
  type SiteFile,
  storePages,
} from "@docsteward/services/site/version";
import type { WorkerDependencies } from "../dependencies.ts";
import { READ_PAGES, type ReadBatch, type ReadPage, type ReadPlan, type ReadSite } from "./read-pages.ts";

export type BuildOptions = {
  signal: AbortSignal;
  /** What reads the pages. */
  task?: BoundedTask;
  /** Is given the version, and the files that it was made of while they are open. */
  onVersion?: (version: NewVersion, files: CommitFiles, automations: ReadAutomations) => Promise<void>;
};
/** The commit was tried before and cost too much. */
export class CommitGivenUpError extends Error {
  override readonly name = "CommitGivenUpError";
  constructor(commit: string, failure: string | null) {
    super(failure ?? `Commit ${commit.slice(0, 7)} took too much to read before. \`docsteward index\` tries again.`);
  }
}

type Run = Required<Omit<BuildOptions, "onVersion">> & { parts: WorkerDependencies; claimed: ClaimedIndex };

/**
 * Makes the next version of a site's pages, beside the one that answers: reads the newest commit of the base ref straight from
 * git, and of its pages those alone that may have become others. Pages are read in a process with bounds; one that takes too much
 * is left out, and tried again when it is another.
 *
 * @throws GitError, BoundedError and CommitGivenUpError with a sentence for people; LeaseLostError when another worker has the run
 */
export async function buildIndex(
  parts: WorkerDependencies,
  claimed: ClaimedIndex,
  { signal, task = READ_PAGES, onVersion }: BuildOptions,
): Promise<NewVersion> {
  const run = { parts, claimed, signal, task };
  const { repository, baseRef, docsPath } = claimed.project;
  const { id: projectId, attempt } = claimed.lease;
  const access = () => waiting(run, () => repositoryAccess(parts.services, claimed.project));
  const { dataDir, repositoryBounds: bounds } = parts.services;
  using cache = await openRepositoryCache({ dataDir, repository, access, signal, bounds });
  const holder = `index-${projectId}-${attempt}`;
  const onCommit = async (runCommit: string) => {
    await report(run, { phase: "fetching", runCommit });
    if (runCommit === claimed.index.givenUpCommit) throw new CommitGivenUpError(runCommit, claimed.index.failure);
  };
  const files = await openCommit(cache, { holder, ref: baseRef, docsPath, onCommit });
  try {
    await report(run, { phase: "reading" });
    const { version, automations } = await readVersion(run, files);
    await onVersion?.(version, files, automations);
    return version;
  } finally {
    await files.close();
  }
}

async function readVersion(
  run: Run,
  files: CommitFiles,
): Promise<{ version: NewVersion; automations: ReadAutomations }> {
  const { claimed, parts } = run;
  const cpuSeconds = parts.settings.PAGE_CPU_SECONDS;
  const known = knownToSkip(run, files);
  const build: Build = {
    files,
    site: { fingerprint: "", pages: [], synonyms: [], automations: NO_AUTOMATIONS },
    before: new Map(),
    written: new Set(),
    left: new Set(),
  };
  const { skipped } = await runOnSite<void>(
    run.task,
    {
      readers: { site: files },
      leaveOut: (path) => known.get(path),
      answers: (skippedSoFar) => answersOf(run, build, skippedSoFar),
    },
    { cpuSeconds, signal: run.signal, owner: claimed.project.id },
  );
  const { site, before, written, left } = build;
  const paths = new Set(site.pages);
  const reasons = new Map([...known, ...skipped.map(({ path, reason }): [string, string] => [path, reason])]);
  const out = [...reasons].flatMap(([path, reason]) =>
    paths.has(path) ? [{ path, sha: files.blobs.get(path) ?? "", cpuSeconds, reason }] : [],
  );
  // These were never opened: each run finds them anew.
  const overBounds = files.leftOut.map(({ path, reason }) => ({ path, sha: "", cpuSeconds, reason }));
  // Deletes pages whose new text was not read: an old text must not answer in its place.
  const isGone = (path: string) => !paths.has(path) || left.has(path) || reasons.has(path);
  const gone = [...before.keys()].filter(isGone);
  if (gone.length > 0) await store(run, [], gone);
  const added = [...written].filter((path) => !before.has(path)).length;
  const version = {
    commit: files.commit,
    fingerprint: site.fingerprint,
    synonyms: site.synonyms,
    pageCount: before.size + added - gone.length,
    skipped: [...out, ...overBounds],
    hasChanges:
      written.size + gone.length > 0 ||
      claimed.index.version === 0 ||
      !isDeepStrictEqual(site.synonyms, readStoredSynonyms(claimed.index)),
  };
  return { version, automations: site.automations };
}

const NO_AUTOMATIONS: ReadAutomations = { settings: {}, definitions: [], names: [], state: "none", problems: [] };

/** What is known of a version that is under way. The reading may begin again; what was stored then stays. */
type Build = {
  files: CommitFiles;
  site: ReadSite;
  before: ReadonlyMap<string, SiteFile>;
  /** Files whose pages are others now. */
  written: Set<string>;
  /** Files that are no pages for readers. */
  left: Set<string>;
};

/** Pages that the last run has left out and that are still the same: they would take too much again. */
function knownToSkip({ claimed, parts }: Run, { blobs }: CommitFiles): Map<string, string> {
  if (!isCurrentFormat(claimed.index.fingerprint)) return new Map();
  const same = readSkippedPages(claimed.index).filter(
    ({ path, sha, cpuSeconds }) => blobs.get(path) === sha && cpuSeconds >= parts.settings.PAGE_CPU_SECONDS,
  );
  return new Map(same.map(({ path, reason }) => [path, reason]));
}

/** What the process that reads the pages asks of its run. */
function answersOf(run: Run, build: Build, skipped: () => SkippedPage[]) {
  let times: Promise<ReadonlyMap<string, Date>> = Promise.resolve(new Map());
  let done = 0;
  let total = 0;
  const isSkipped = () => {
    const paths = new Set(skipped().map(({ path }) => path));
    return (path: string) => paths.has(path);
  };
  return {
    async plan(site: ReadSite): Promise<ReadPlan> {
      const { files, written, left } = build;
      const isSameFingerprint = site.fingerprint === run.claimed.index.fingerprint;
      const known = await waiting(run, () =>
        listPageFiles(run.parts.services, { projectId: run.claimed.project.id, withDigests: !isSameFingerprint }),
      );
      const before = new Map(known.map((file) => [file.file, file]));
      Object.assign(build, { site, before });
      const isSameFile = (path: string) => before.get(path)?.sha === files.blobs.get(path);
      const isDone = (path: string) => written.has(path) || left.has(path) || (isSameFingerprint && isSameFile(path));
      const isOut = isSkipped();
      const paths = site.pages.filter((path) => !isDone(path) && !isOut(path));
      const digests = paths.flatMap((path): [string, string][] => {
        const digest = isSameFile(path) ? before.get(path)?.digest : null;
        return typeof digest === "string" ? [[path, digest]] : [];
      });
      total = paths.length;
      times = changeTimes(run, { files, paths, before });
      times.catch(() => undefined);
      return { paths, digests: new Map(digests) };
    },
    async store({ pages, left, count }: ReadBatch): Promise<void> {
      const isOut = isSkipped();
      const made = pages.filter(({ file }) => !isOut(file));
      done += count;
      await storeBatch(run, { ...build, times: await times }, made, { pagesDone: done, pagesTotal: total });
      for (const { file } of made) build.written.add(file);
      for (const path of left) build.left.add(path);
    },
  };
}

async function storeBatch(
  run: Run,
  { files, before, times }: Pick<Build, "files" | "before"> & { times: ReadonlyMap<string, Date> },
  made: ReadPage[],
  progress: Pick<IndexProgress, "pagesDone" | "pagesTotal">,
): Promise<void> {
  const pages = made.map((page): NewSitePage => {
    const sha = files.blobs.get(page.file) ?? "";
    const earlier = before.get(page.file);
    const changedAt = earlier?.sha === sha ? earlier.changedAt : (times.get(page.file) ?? null);
    return { ...page, sha, changedAt };
  });
  if (pages.length > 0) await store(run, pages, []);
  await report(run, { phase: "reading", ...progress });
}

/** When the files changed that did; the history of a page that is made anew from the same file is known already. */
async function changeTimes(
  { claimed, signal }: Run,
  { files, paths, before }: Pick<Build, "files" | "before"> & { paths: string[] },
): Promise<Map<string, Date>> {
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
  waiting(run, () => storePages(run.parts.services, { lease: run.claimed.lease, pages, gone }));

const report = (run: Run, progress: IndexProgress) =>
  waiting(run, () => recordIndexProgress(run.parts.services, { lease: run.claimed.lease, ...progress }));

const waiting = <T>({ parts, signal }: Run, work: () => Promise<T>) =>
  retryWhileUnavailable(work, { log: parts.log, signal });
