import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { checkSiteBounded } from "@docsteward/docs/checks/bounded-checks";
import type { CheckReport } from "@docsteward/docs/checks/check-site";
import type { DocsReader } from "@docsteward/docs/docs-reader";
import { isScpAddress } from "@docsteward/git/github/repository-name";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { parseEnv } from "@docsteward/platform/env";
import { UsageError } from "../options.ts";
import { applyFixes } from "./apply-fixes.ts";
import { type FoundRepository, findRepository } from "./find-repository.ts";
import { findCommit, findForkPoint, openCommitReader, openFolderReader } from "./readers.ts";

export type CheckRequest = {
  /** A folder, or a repository with or without a working tree; a path or a `file:` address. */
  target: string;
  /** Check this commit, and not the files on disk. */
  ref?: string;
  /** Report only what changed since this commit. */
  since?: string;
  docsPath?: string;
  /** Write corrections into the files on disk where there is one answer, then check again. */
  fix?: boolean;
};

/** What was found, and where that is. */
export type CheckOutcome = CheckReport & {
  /** How many corrections were written. */
  fixed: number;
  /** What comes before a path from the folder of this process: `""`, or e.g. `site/`. */
  fromHere: string;
  /** The same from the root of the repository. */
  inRepository: string;
};

/** The default: the `.env` of the folder that is checked is not ours. */
const BOUNDS = { cpuSeconds: parseEnv({}).PAGE_CPU_SECONDS, threads: availableParallelism() - 1 };

/**
 * Checks a documentation site on this machine, without a database and without writing anything.
 *
 * @throws UsageError when there is no such folder, repository or commit; BoundedError when the site takes too much to read
 */
export async function runCheck(request: CheckRequest): Promise<CheckOutcome> {
  const { target, ref, fix = false } = request;
  const folder = await requireFolder(target);
  const repository = await findRepository(folder);
  const isOnDisk = ref === undefined && (repository === null || repository.workTree !== null);
  if (fix && !isOnDisk) throw new UsageError("--fix needs files on disk. Leave out --ref, or name a checkout.");
  const here = relative(process.cwd(), folder).split(sep).join("/");
  const inRepository = toPrefix(repository?.prefix ?? "");
  const places = { fromHere: here.startsWith("..") ? inRepository : toPrefix(here), inRepository };
  const found = await checkOnce({ ...request, folder, repository, isOnDisk });
  const fixed = fix ? await applyFixes(folder, [...found.errors, ...found.warnings, ...found.notes]) : 0;
  if (fixed === 0) return { ...found, fixed, ...places };
  return { ...(await checkOnce({ ...request, folder, repository, isOnDisk })), fixed, ...places };
}

const toPrefix = (folder: string) => (folder === "" ? "" : `${folder}/`);

type FoundTarget = { folder: string; repository: FoundRepository | null; isOnDisk: boolean };

async function checkOnce(request: CheckRequest & FoundTarget): Promise<CheckReport> {
  const { target, ref, since, docsPath = "", folder, repository, isOnDisk } = request;
  const below = trimSlashes(docsPath);
  await using readers = new AsyncDisposableStack();
  const openCommit = async (found: FoundRepository, commit: string) => {
    const { reader, close } = await openCommitReader(found, commit, below);
    readers.defer(close);
    return reader;
  };
  if (ref !== undefined) requireRepository(repository, target);
  const needsCommit = repository && (!isOnDisk || since !== undefined);
  const commit = needsCommit ? await findCommit(repository, ref ?? "HEAD") : null;
  const reader =
    isOnDisk || !repository || commit === null
      ? await openFolderReader(folder, repository, below)
      : await openCommit(repository, commit);
  await requirePages(reader, target, below);
  if (since === undefined) return await checkSiteBounded({ reader, base: null }, BOUNDS);
  const found = requireRepository(repository, target);
  const start = await findForkPoint(found, await findCommit(found, since), commit ?? "HEAD");
  const before = await openCommit(found, start);
  const changes = await listChanges(before, reader);
  return await checkSiteBounded({ reader, base: before, changes }, BOUNDS);
}

async function requireFolder(target: string): Promise<string> {
  if (/^(https?|ssh|git):/.test(target) || isScpAddress(target))
    throw new UsageError(`${target} is not on this machine. Clone it, then use the clone's folder.`);
  const folder = resolve(target.startsWith("file:") ? fileURLToPath(target) : target);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new UsageError(`Folder ${target} not found.`);
  return folder;
}

function requireRepository(repository: FoundRepository | null, target: string): FoundRepository {
  if (repository) return repository;
  throw new UsageError(`${target} is not in a git repository, which --since and --ref need.`);
}

async function requirePages(reader: DocsReader, target: string, docsPath: string): Promise<void> {
  if ((await reader.paths()).length > 0) return;
  throw new UsageError(`No page (.md, .mdx) found in ${docsPath === "" ? target : `${docsPath} of ${target}`}.`);
}

type Change = { path: string; from?: string };

const MIN_LIKENESS = 0.5;
const MAX_COMPARED = 200;

/**
 * What differs between two states of a site, a page or navigation file each. A new page that has most lines of one that is gone
 * counts as that one moved. Line ends are no difference.
 */
async function listChanges(base: DocsReader, reader: DocsReader): Promise<Change[]> {
  const [before, now] = [await textsOf(base), await textsOf(reader)];
  const gone = new Map([...before].filter(([path]) => !now.has(path)));
  const added = [...now].filter(([path]) => !before.has(path));
  const edited = [...now].filter(([path, text]) => before.has(path) && before.get(path) !== text);
  const moved: Change[] = [];
  for (const [path, text] of added.slice(0, MAX_COMPARED)) {
    const from = likest(text, gone);
    if (from === null) continue;
    gone.delete(from);
    moved.push({ path, from });
  }
  const isMoved = new Set(moved.map(({ path }) => path));
  const rest = [...added.map(([path]) => path).filter((path) => !isMoved.has(path)), ...edited.map(([path]) => path)];
  return [...moved, ...[...rest, ...gone.keys()].map((path) => ({ path }))];
}

async function textsOf(reader: DocsReader): Promise<Map<string, string>> {
  const files = await reader.readMany(await reader.paths());
  return new Map(files.map(({ path, text }) => [path, text.replaceAll("\r\n", "\n")]));
}

function likest(text: string, candidates: ReadonlyMap<string, string>): string | null {
  const lines = linesOf(text);
  let best = { path: null as string | null, likeness: MIN_LIKENESS };
  for (const [path, other] of [...candidates].slice(0, MAX_COMPARED)) {
    const otherLines = linesOf(other);
    const shared = [...lines].filter((line) => otherLines.has(line)).length;
    const likeness = (2 * shared) / (lines.size + otherLines.size || 1);
    if (likeness > best.likeness || text === other) best = { path, likeness: text === other ? 2 : likeness };
  }
  return best.path;
}

const linesOf = (text: string) => new Set(text.split("\n").filter((line) => line.trim() !== ""));
