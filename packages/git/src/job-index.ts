import type { RepositoryCache } from "./repository-cache.ts";

/** A file as an index takes it: the name of its blob, or null when it is gone. */
export type IndexChange = { path: string; sha: string | null };

export type JobIndex = {
  /** Puts changes in. The index file is made when the first ones come. */
  update(changes: readonly IndexChange[]): Promise<void>;
  /** The environment of git calls that use this index. */
  env(): Promise<Record<string, string>>;
};

/**
 * An index file of a job's own.
 *
 * @param seed what it begins with: a commit, whole, or just the named blobs
 */
export function createJobIndex(
  cache: RepositoryCache,
  file: string,
  seed: { commit: string } | { blobs: () => Iterable<readonly [path: string, sha: string]> },
): JobIndex {
  const env = { GIT_INDEX_FILE: file };
  let made: Promise<void> | null = null;

  const fill = async () => {
    if ("commit" in seed) await cache.git({ args: ["read-tree", seed.commit], env });
    else await put([...seed.blobs()].map(([path, sha]) => ({ path, sha })));
  };
  const ready = () => {
    made ??= fill();
    return made;
  };
  // Every path here has passed the path rules, so the one command that takes many at once is safe to use.
  const put = async (changes: readonly IndexChange[]) => {
    const lines = changes.map(({ path, sha }) =>
      sha === null ? `0 ${NO_BLOB}\t${path}\0` : `100644 ${sha}\t${path}\0`,
    );
    await cache.git({ args: ["update-index", "-z", "--index-info"], env, stdin: lines.join("") });
  };
  return {
    async update(changes) {
      await ready();
      if (changes.length > 0) await put(changes);
    },
    async env() {
      await ready();
      return env;
    },
  };
}

const NO_BLOB = "0".repeat(40);
