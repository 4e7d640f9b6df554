import type { TreeEntry } from "../cache/list-tree.ts";
import type { Listing } from "../cache/open-listing.ts";
import { type PathRules, refuseNewName, refusePath } from "../rules/path-rules.ts";
import { MAX_CHANGED_FILES } from "./commit-tree.ts";
import { refusal } from "./file-text.ts";
import { createTakenNames, type TakenNames } from "./taken-names.ts";

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

/** @param listing shared with other jobs, and never changed */
export function createJobFiles(
  { tree, editable: start }: Pick<Listing, "tree" | "editable">,
  rules: PathRules,
): JobFiles {
  const now = new Map(start);
  const changed = new Map<string, string | null>();
  let sorted: string[] | null = null;
  let taken: TakenNames | null = null;

  const requireAllowed = (path: string) => {
    const refused = refusePath(path, rules);
    if (refused) throw refusal(refused);
    const mode = tree.get(path)?.mode;
    if (mode !== undefined && mode !== "100644" && !now.has(path))
      throw refusal(`${path} is ${MODES[mode] ?? "not a file"}. A job can't change it.`);
  };

  /** Files changed when this one is, too. One that is gone and one that is new may be a move, and count once. */
  const countWith = (path: string, sha: string | null) => {
    const count = { added: 0, gone: 0, modified: 0 };
    for (const [other, blob] of [...changed, [path, sha] as const]) {
      count[blob === null ? "gone" : start.has(other) ? "modified" : "added"] += 1;
    }
    return count.modified + Math.max(count.added, count.gone);
  };

  /** Made when the first new file comes: most jobs only change what is there. */
  const takenNames = () => {
    taken ??= createTakenNames([...otherFiles(tree, start), ...now.keys()]);
    return taken;
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
      const unfit = start.has(path) ? null : refuseNewName(path);
      if (unfit) throw refusal(unfit);
      const clash = takenNames().findClash(path);
      if (clash) throw refusal(clash);
    },
    set(path, sha) {
      if (!changed.has(path) && countWith(path, sha) > MAX_CHANGED_FILES) {
        throw refusal(`This job has changed ${MAX_CHANGED_FILES} files, which is the limit for one job.`);
      }
      if (sha === null) {
        now.delete(path);
        taken?.remove(path);
      } else {
        if (!now.has(path)) taken?.add(path);
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

/** Files of the commit that a job may not touch, but whose names it may not take either. */
function* otherFiles(tree: ReadonlyMap<string, TreeEntry>, editable: ReadonlyMap<string, string>): Iterable<string> {
  for (const [path, { mode }] of tree) if (mode !== "040000" && !editable.has(path)) yield path;
}

const MODES: Record<string, string> = {
  "040000": "a folder",
  "100755": "an executable file",
  "120000": "a symbolic link",
  "160000": "a submodule",
};
