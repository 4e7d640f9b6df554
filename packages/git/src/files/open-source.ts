import { rm } from "node:fs/promises";
import { join } from "node:path";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { createTimeSlices } from "@docsteward/platform/time-slices";
import { openBlobReader } from "../cache/blob-store.ts";
import { findLarge, listTree } from "../cache/commit-listing.ts";
import { fetchBlobs, jobRef, pinCommit, releaseJobRefs, resolveRef } from "../cache/job-refs.ts";
import { type RepositoryCache, withCorruptionReport } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";
import { refuseSecretFile, refuseSpelling } from "../rules/path-rules.ts";
import type { FileText, FoundLines, GrepFile, GrepOptions, History } from "../workspace.ts";
import { MAX_READ_BYTES, readText, refusal } from "./file-text.ts";
import { grepIndex, grepIndexFiles } from "./grep-index.ts";
import { openHistory } from "./history.ts";
import { createJobIndex } from "./job-index.ts";
import { makeJobFolder } from "./open-workspace.ts";

/**
 * The files of a repository that a job reads beside its own: code, an API description. Nothing can be written through it.
 *
 * Contents are fetched for what is read or searched, all files of one call together.
 */
export type SourceFiles = {
  readonly commit: CommitSha;
  readonly history: History;
  /** Every plain file, sorted. */
  paths(): readonly string[];
  /** @returns null when there is no such file. @throws GitError `path_refused` for one that is no text, or may hold secrets */
  read(path: string): Promise<FileText | null>;
  /** As in a workspace. Lock files, minified files and what its name says is binary take no part. */
  grep(pattern: string, path?: string, options?: GrepOptions): Promise<FoundLines>;
  grepFiles(pattern: string, path?: string, options?: GrepOptions): Promise<{ files: GrepFile[]; isCut: boolean }>;
  close(): Promise<void>;
};

type OpenSourceInput = {
  /** Keeps the commit in the cache meanwhile. Unique among concurrent readers. */
  holder: string;
  /** A branch, a tag, or the whole name of a commit. */
  ref: string;
};

/** Files with more of these take too long to fetch and to search as a whole. */
const MAX_SEARCHED = 30_000;
const PATHS_A_TURN = 20;
const MAX_FILTER_MS = 2_000;

/**
 * Opens a repository at a ref for reading. Its list of files is read now, its contents later.
 *
 * @throws GitError what reaching the repository can end with; `ref_not_found`, `repository_too_large`
 */
export async function openSource(cache: RepositoryCache, { holder, ref }: OpenSourceInput): Promise<SourceFiles> {
  const commit = await resolveRef(cache, ref);
  await withCorruptionReport(cache, () => pinCommit(cache, commit, jobRef(holder, "start")));
  const { entries } = await withCorruptionReport(cache, () => listTree(cache, commit, ""));
  const files = new Map<string, string>();
  for (const [path, { mode, sha }] of entries) if (isPlain(mode) && refuseSpelling(path) === null) files.set(path, sha);
  const paths = [...files.keys()].sort();
  const blobs = openBlobReader(cache, { maxBytes: MAX_READ_BYTES });
  const folder = await makeJobFolder(cache.dataDir, holder);
  const index = createJobIndex(cache, join(folder, "index"), { blobs: () => [] });
  const searched = new Set<string>();

  /** Puts the files that a search looks at into its index. */
  const prepare = async (path: string | undefined, isWanted: (path: string) => boolean = () => true) => {
    const place = trimSlashes(path ?? "");
    const isBelow = (one: string) => place === "" || place === "." || one === place || one.startsWith(`${place}/`);
    const candidates = paths.filter(
      (one) => !searched.has(one) && isSearched(one) && isBelow(one) && refuseSecretFile(one) === null,
    );
    const wanted = await filterPaths(candidates, isWanted);
    if (wanted.length > MAX_SEARCHED)
      throw new GitError("limit_reached", "These are too many files for one search. Set `path` to a folder.");
    const shas = wanted.map((one) => files.get(one) ?? "");
    await withCorruptionReport(cache, () => fetchBlobs(cache, shas));
    const large = new Set(await findLarge(cache, shas));
    for (const one of wanted) {
      const sha = files.get(one) ?? "";
      searched.add(one);
      if (!large.has(sha)) index.set(one, sha);
    }
    return index.use(async (env) => env);
  };
  const refuse = (path: string) => refuseSpelling(path) ?? refuseSecretFile(path);
  const close = async () => {
    blobs.close();
    await Promise.all([rm(folder, { recursive: true, force: true }), releaseJobRefs(cache, holder)]);
  };
  return {
    commit,
    history: openHistory({ cache, startSha: commit, refuse }),
    paths: () => paths,
    async read(path) {
      const refused = refuse(path);
      if (refused) throw refusal(refused);
      const sha = files.get(path);
      if (sha === undefined) return null;
      await withCorruptionReport(cache, () => fetchBlobs(cache, [sha]));
      return { path, text: await readText(blobs, path, sha) };
    },
    grep: async (pattern, path, options) =>
      grepIndex(cache, { pattern, path, options, env: await prepare(path, options?.isWanted) }),
    grepFiles: async (pattern, path, options) =>
      grepIndexFiles(cache, { pattern, path, options, env: await prepare(path, options?.isWanted) }),
    close,
  };
}

/** The paths that a caller wants, asked in turns between which the process does other work: its patterns may be the worst there are. */
async function filterPaths(paths: readonly string[], isWanted: (path: string) => boolean): Promise<string[]> {
  const wanted: string[] = [];
  const sliceOver = createTimeSlices();
  let cpuMs = 0;
  for (let at = 0; at < paths.length; at += PATHS_A_TURN) {
    const before = process.threadCpuUsage();
    for (const path of paths.slice(at, at + PATHS_A_TURN)) if (isWanted(path)) wanted.push(path);
    const { user, system } = process.threadCpuUsage(before);
    cpuMs += (user + system) / 1_000;
    if (cpuMs > MAX_FILTER_MS)
      throw new GitError(
        "limit_reached",
        "The globs take too long on this many files. Use simpler ones, or set `path`.",
      );
    await sliceOver();
  }
  return wanted;
}

const isPlain = (mode: string) => mode === "100644" || mode === "100755";

const words = (text: string) => new Set(text.split(" "));
const BINARY = words(
  "png jpg jpeg gif webp avif ico bmp tiff psd pdf zip gz tgz bz2 xz zst 7z rar jar war class o a so dylib dll exe bin wasm woff woff2 ttf otf eot mp3 mp4 mov avi webm ogg wav flac onnx pt safetensors parquet sqlite db pyc map",
);
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|cargo\.lock|go\.sum|poetry\.lock|uv\.lock|composer\.lock|gemfile\.lock)$|\.min\.(?:js|css)$|(?:^|\/)(?:node_modules|__snapshots__|\.yarn)\//i;

/** Whether searches look into a file: by its name alone, since its content is not here yet. */
function isSearched(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const ending = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
  return !BINARY.has(ending) && !GENERATED.test(path);
}
