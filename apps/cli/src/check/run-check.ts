import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkSiteBounded } from "@docsteward/docs/checks/bounded-checks";
import type { CheckResult } from "@docsteward/docs/checks/check-site";
import type { DocsReader } from "@docsteward/docs/docs-reader";
import { isScpAddress } from "@docsteward/git/github/repository-name";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { parseEnv } from "@docsteward/platform/env";
import { UsageError } from "../options.ts";
import { type FoundRepository, findRepository } from "./find-repository.ts";
import { findCommit, findForkPoint, openCommitReader, openFolderReader } from "./readers.ts";

export type CheckRequest = {
  /** A folder, or a repository with or without a working tree; a path or a `file:` address. */
  target: string;
  /** Check this commit, and not the files on disk. */
  ref?: string;
  /** Report only what changed since this commit. */
  base?: string;
  docsPath?: string;
};

/** What was found, and how many pages and navigation files were looked at. */
export type CheckOutcome = CheckResult & { files: number };

/** The default: the `.env` of the folder that is checked is not ours. */
const BOUNDS = { cpuSeconds: parseEnv({}).PAGE_CPU_SECONDS };

/**
 * Checks a documentation site on this machine, without a database and without writing anything.
 *
 * @throws UsageError when there is no such folder, repository or commit; BoundedError when the site takes too much to read
 */
export async function runCheck({ target, ref, base, docsPath = "" }: CheckRequest): Promise<CheckOutcome> {
  const folder = await requireFolder(target);
  const repository = await findRepository(folder);
  const below = trimSlashes(docsPath);
  await using readers = new AsyncDisposableStack();
  const openCommit = async (found: FoundRepository, commit: string) => {
    const { reader, close } = await openCommitReader(found, commit, below);
    readers.defer(close);
    return reader;
  };
  const head = repository && (ref !== undefined || base !== undefined || repository.workTree === null);
  const commit = head ? await findCommit(repository, ref ?? "HEAD") : null;
  const isOnDisk = ref === undefined && repository?.workTree !== null;
  if (ref !== undefined) requireRepository(repository, target);
  const reader =
    isOnDisk || !repository || commit === null
      ? await openFolderReader(folder, repository, below)
      : await openCommit(repository, commit);
  await requirePages(reader, target, below);
  const files = (await reader.paths()).length;
  if (base === undefined) return { ...(await checkSiteBounded({ reader, base: null }, BOUNDS)), files };
  const found = requireRepository(repository, target);
  const start = await findForkPoint(found, await findCommit(found, base), commit ?? "HEAD");
  const before = await openCommit(found, start);
  const changes = await listChanges(before, reader);
  return { ...(await checkSiteBounded({ reader, base: before, changes }, BOUNDS)), files };
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
  throw new UsageError(`${target} is not in a git repository, which --base and --ref need.`);
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
