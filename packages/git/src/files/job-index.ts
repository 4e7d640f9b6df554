import { type BlobReader, storeObject } from "../cache/blob-store.ts";
import { requireWithin } from "../cache/read-records.ts";
import { type RepositoryCache, withCorruptionReport } from "../cache/repository-cache.ts";
import type { CommitSha } from "../host.ts";
import { listChanges, type TreeChange } from "./diff.ts";
import { editTree } from "./edit-tree.ts";
import type { JobFiles } from "./job-files.ts";

/** A git index with a job's edits, outside any working tree. */
export type JobIndex = {
  /** Notes that a file has this blob now, or is gone. Costs nothing until the index is used. */
  set(path: string, sha: string | null): void;
  /**
   * Puts in what was noted and hands the index over: nothing else changes it until the work is done.
   *
   * Where that fails nothing is lost, the next use tries again.
   *
   * @param work gets the environment of git calls that use the index
   */
  use<T>(work: (env: Record<string, string>) => Promise<T>): Promise<T>;
};

/**
 * An index file of a job's own, made when it is first used.
 *
 * @param seed what it begins with: a commit, whole, or just the named blobs
 */
export function createJobIndex(
  cache: Pick<RepositoryCache, "git" | "bounds">,
  file: string,
  seed: { commit: string } | { blobs: () => Iterable<readonly [path: string, sha: string]> },
): JobIndex {
  const env = { GIT_INDEX_FILE: file };
  const noted = new Map<string, string | null>();
  let isMade = false;
  let lastUse: Promise<unknown> = Promise.resolve();

  // Every path here has passed the path rules, so one command with many paths is safe.
  const put = (changes: readonly (readonly [path: string, sha: string | null])[]) =>
    cache.git({ args: ["update-index", "-z", "--index-info"], env, stdin: changes.map(toLine).join("") });

  const bringUpToDate = async () => {
    if (!isMade) {
      if ("commit" in seed) {
        await requireWithin(cache, seed.commit, cache.bounds);
        await cache.git({ args: ["read-tree", seed.commit], env });
      } else await put([...seed.blobs()]);
      isMade = true;
    }
    if (noted.size === 0) return;
    const changes = [...noted];
    // What is gone first: a file may stand now where a folder was, or the other way round.
    await put(changes.toSorted(([, a], [, b]) => Number(a !== null) - Number(b !== null)));
    for (const [path, sha] of changes) if (noted.get(path) === sha) noted.delete(path);
  };

  return {
    set(path, sha) {
      noted.set(path, sha);
    },
    use(work) {
      const use = lastUse.then(bringUpToDate).then(() => work(env));
      lastUse = use.catch(() => undefined);
      return use;
    },
  };
}

const NO_BLOB = "0".repeat(40);

function toLine([path, sha]: readonly [path: string, sha: string | null]): string {
  return sha === null ? `0 ${NO_BLOB}\t${path}\0` : `100644 ${sha}\t${path}\0`;
}

/** The edits of a job, for searches and comparisons. */
export type JobEdits = {
  /** Says that a file has this blob now, or is gone. */
  set(path: string, sha: string | null): void;
  /** The environment of a search over the pages as they are now. */
  pages(): Promise<Record<string, string>>;
  /** The difference from the first commit, and the tree it leads to. */
  compare(): Promise<{ changes: TreeChange[]; tree: string }>;
};

type JobEditsInput = {
  startSha: CommitSha;
  files: JobFiles;
  /** Reads an object, cut as texts are. */
  read: BlobReader["read"];
  /** Everything the first commit holds, to write trees from where a folder is too large to be read. */
  whole: JobIndex;
  /** Only the editable files, to search in. */
  pages: JobIndex;
};

/** Brings the edits of a job into its indexes, each when it is needed: most steps of a job need neither. */
export function createJobEdits(
  cache: RepositoryCache,
  { startSha, files, read, whole, pages }: JobEditsInput,
): JobEdits {
  type Compared = Awaited<ReturnType<JobEdits["compare"]>>;
  let compared: Promise<Compared> | null = null;

  const writeWhole = async () => {
    const { stdout } = await whole.use((env) => cache.git({ args: ["write-tree", "--missing-ok"], env }));
    return stdout.toString("latin1").trim();
  };
  const compareNow = async (): Promise<Compared> => {
    // What comes behind a commit, the difference and the push, may expand all of it.
    await requireWithin(cache, startSha, cache.bounds);
    const store = { read, store: (content: Buffer) => storeObject(cache, "tree", content) };
    const tree = (await editTree(store, `${startSha}^{tree}`, files.changed())) ?? (await writeWhole());
    return { changes: await listChanges(cache, `${startSha}^{tree}`, tree), tree };
  };

  return {
    set(path, sha) {
      files.set(path, sha);
      whole.set(path, sha);
      pages.set(path, sha);
      compared = null;
    },
    // A search only reads: git replaces an index atomically, so the search sees the one before or the one after.
    pages: () => pages.use(async (env) => env),
    async compare() {
      const result = compared ?? withCorruptionReport(cache, compareNow);
      compared = result;
      try {
        return await result;
      } catch (error) {
        if (compared === result) compared = null;
        throw error;
      }
    },
  };
}
