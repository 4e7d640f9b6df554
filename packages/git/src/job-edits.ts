import type { CommitSha } from "./host.ts";
import type { JobFiles } from "./job-files.ts";
import type { JobIndex } from "./job-index.ts";
import { listChanges, type TreeChange } from "./list-changes.ts";
import type { RepositoryCache } from "./repository-cache.ts";

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
  /** Everything the first commit holds, to write trees from. */
  whole: JobIndex;
  /** Only the editable files, to search in. */
  pages: JobIndex;
};

/** Brings the edits of a job into its indexes, each when it is needed: most steps of a job need neither. */
export function createJobEdits(cache: RepositoryCache, { startSha, files, whole, pages }: JobEditsInput): JobEdits {
  const pending = new Map<JobIndex, Map<string, string | null>>([whole, pages].map((index) => [index, new Map()]));
  let edition = 0;
  let compared: { edition: number; result: ReturnType<JobEdits["compare"]> } | null = null;

  const flush = async (index: JobIndex) => {
    const waiting = pending.get(index) ?? new Map<string, string | null>();
    pending.set(index, new Map());
    await index.update([...waiting].map(([path, sha]) => ({ path, sha })));
    return index.env();
  };
  const compareNow = async () => {
    const { stdout } = await cache.git({ args: ["write-tree", "--missing-ok"], env: await flush(whole) });
    const tree = stdout.toString("latin1").trim();
    return { changes: await listChanges(cache, `${startSha}^{tree}`, tree), tree };
  };

  return {
    set(path, sha) {
      files.set(path, sha);
      for (const changes of pending.values()) changes.set(path, sha);
      edition += 1;
    },
    pages: () => flush(pages),
    compare() {
      if (compared?.edition !== edition) compared = { edition, result: compareNow() };
      return compared.result;
    },
  };
}
