import type { BlobReader } from "./blob-reader.ts";
import { fetchBlobs } from "./fetch-job.ts";
import { toText } from "./file-text.ts";
import type { CommitSha } from "./host.ts";
import { createJobFiles } from "./job-files.ts";
import type { TreeEntry } from "./list-tree.ts";
import { type PathRules, refuseSpelling } from "./path-rules.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import type { FileText, Snapshot } from "./workspace.ts";

type SnapshotInput = {
  cache: RepositoryCache;
  reader: BlobReader;
  commit: CommitSha;
  tree: ReadonlyMap<string, TreeEntry>;
  rules: PathRules;
};

/** The files of a commit. Those that are not pages are fetched when they are asked for, all of a request at once. */
export function openSnapshot({ cache, reader, commit, tree, rules }: SnapshotInput): Snapshot {
  const editable = createJobFiles(tree, rules).paths();

  const locate = async (paths: readonly string[]): Promise<Map<string, string>> => {
    const found = new Map<string, string>();
    const unknown: string[] = [];
    for (const path of paths) {
      const entry = tree.get(path);
      if (entry?.mode === "100644") found.set(path, entry.sha);
      else if (entry === undefined && refuseSpelling(path) === null) unknown.push(path);
    }
    if (unknown.length === 0) return found;
    const { stdout } = await cache.git({ args: ["ls-tree", "-z", "--full-tree", commit, "--", ...unknown] });
    for (const line of stdout.toString("utf8").split("\0")) {
      const [mode, , sha = ""] = line.slice(0, line.indexOf("\t")).split(" ");
      if (mode === "100644") found.set(line.slice(line.indexOf("\t") + 1), sha);
    }
    await fetchBlobs(cache, [...found.values()]);
    return found;
  };

  const readMany = async (paths: string[]): Promise<FileText[]> => {
    const found = await locate(paths);
    const texts = [...found].map(async ([path, sha]) => {
      const bytes = await reader.read(sha);
      try {
        return bytes && { path, text: toText(path, bytes) };
      } catch {
        // A file that is no text is left out here, as the type says.
        return null;
      }
    });
    return (await Promise.all(texts)).filter((file) => file !== null);
  };

  return {
    paths: async () => editable,
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
}
