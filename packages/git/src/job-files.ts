import { MAX_CHANGED_FILES } from "./commit-tree.ts";
import { refusal } from "./file-text.ts";
import type { TreeEntry } from "./list-tree.ts";
import { isDocsFile, type PathRules, refusePath } from "./path-rules.ts";

/** The files of a job as names of blobs: those of its first commit, with the job's own changes on top. No content, no git. */
export type JobFiles = {
  /** Editable files as they are now, sorted. */
  paths(): string[];
  /** @returns the blob; null when there is no such file. @throws GitError `path_refused` */
  find(path: string): string | null;
  /** Says that the file has this blob now, or is gone. @throws GitError `path_refused`, when the path or one more file is too much */
  set(path: string, sha: string | null): void;
  /** Refuses a path that may not be written, before any work is done for it. */
  requireWritable(path: string): void;
  changed(): ReadonlyMap<string, string | null>;
  entries(): Iterable<readonly [path: string, sha: string]>;
};

export function createJobFiles(tree: ReadonlyMap<string, TreeEntry>, rules: PathRules): JobFiles {
  const start = new Map<string, string>();
  for (const [path, { mode, sha }] of tree) {
    if (mode === "100644" && isDocsFile(path) && refusePath(path, rules) === null) start.set(path, sha);
  }
  const now = new Map(start);
  const changed = new Map<string, string | null>();
  let sorted: string[] | null = null;
  const names = createNames([...tree].flatMap(([path, { mode }]) => (mode === "040000" ? [] : [path])));

  const requireAllowed = (path: string) => {
    const refused = refusePath(path, rules);
    if (refused) throw refusal(refused);
    const mode = tree.get(path)?.mode;
    if (mode !== undefined && mode !== "100644" && !now.has(path))
      throw refusal(`${path} is ${MODES[mode] ?? "not a file"}, which a job may not touch.`);
  };

  /** Files changed when this one is, too. One that is gone and one that is new may be a move, and count once. */
  const countWith = (path: string, sha: string | null) => {
    const count = { added: 0, gone: 0, modified: 0 };
    for (const [other, blob] of [...changed, [path, sha] as const]) {
      count[blob === null ? "gone" : start.has(other) ? "modified" : "added"] += 1;
    }
    return count.modified + Math.max(count.added, count.gone);
  };

  return {
    paths() {
      sorted ??= [...now.keys()].sort();
      return sorted;
    },
    find(path) {
      requireAllowed(path);
      return now.get(path) ?? null;
    },
    requireWritable(path) {
      requireAllowed(path);
      if (now.has(path)) return;
      const clash = names.findClash(path);
      if (clash) throw refusal(clash);
    },
    set(path, sha) {
      if (!changed.has(path) && countWith(path, sha) > MAX_CHANGED_FILES) {
        throw refusal(`This job has changed ${MAX_CHANGED_FILES} files, which is the most one job may change.`);
      }
      if (sha === null) {
        now.delete(path);
        names.remove(path);
      } else {
        if (!now.has(path)) names.add(path);
        now.set(path, sha);
      }
      if ((start.get(path) ?? null) === sha) changed.delete(path);
      else changed.set(path, sha);
      sorted = null;
    },
    changed: () => changed,
    entries: () => now.entries(),
  };
}

const MODES: Record<string, string> = {
  "040000": "a folder",
  "100755": "an executable file",
  "120000": "a symbolic link",
  "160000": "a submodule",
};

/** Knows which names are taken, as a file system that ignores case would see them. */
function createNames(paths: Iterable<string>) {
  const files = new Map<string, string>();
  const folders = new Map<string, Map<string, number>>();
  const fold = (path: string) => path.normalize("NFC").toLowerCase();
  const foldersOf = (path: string) => {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  };
  const count = (path: string, by: number) => {
    for (const folder of foldersOf(path)) {
      const spellings = folders.get(fold(folder)) ?? new Map<string, number>();
      spellings.set(folder, (spellings.get(folder) ?? 0) + by);
      if (spellings.get(folder) === 0) spellings.delete(folder);
      if (spellings.size === 0) folders.delete(fold(folder));
      else folders.set(fold(folder), spellings);
    }
  };
  const add = (path: string) => {
    files.set(fold(path), path);
    count(path, 1);
  };
  for (const path of paths) add(path);
  return {
    add,
    remove(path: string) {
      files.delete(fold(path));
      count(path, -1);
    },
    /** Why a new file cannot have this path, or null. */
    findClash(path: string): string | null {
      const twin = files.get(fold(path));
      if (twin !== undefined) return `${path} differs from ${twin} only in case, which some systems cannot store.`;
      if (folders.has(fold(path))) return `${path} is a folder.`;
      for (const folder of foldersOf(path)) {
        if (files.has(fold(folder))) return `${folder} is a file, so nothing can lie below it.`;
        const spellings = folders.get(fold(folder));
        const other = spellings && !spellings.has(folder) ? [...spellings.keys()][0] : undefined;
        if (other !== undefined) return `${folder} differs from the folder ${other} only in case. Use ${other}.`;
      }
      return null;
    },
  };
}
