import { reportBroken } from "../cache/report-broken.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import type { CommitSha } from "../host.ts";
import type { JobFiles } from "./job-files.ts";
import type { JobIndex } from "./job-index.ts";
import { listChanges, type TreeChange } from "./list-changes.ts";

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
  type Compared = Awaited<ReturnType<JobEdits["compare"]>>;
  let compared: Promise<Compared> | null = null;

  const compareNow = async (): Promise<Compared> => {
    const { stdout } = await whole.use((env) => cache.git({ args: ["write-tree", "--missing-ok"], env }));
    const tree = stdout.toString("latin1").trim();
    return { changes: await listChanges(cache, `${startSha}^{tree}`, tree), tree };
  };

  return {
    set(path, sha) {
      files.set(path, sha);
      whole.set(path, sha);
      pages.set(path, sha);
      compared = null;
    },
    // A search only reads: git replaces an index at once, so it sees the one before or the one after.
    pages: () => pages.use(async (env) => env),
    async compare() {
      const result = compared ?? reportBroken(cache, compareNow);
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
