import type { Listing, TreeEntry } from "../cache/commit-listing.ts";
import { type PathRules, refuseNewName, refusePath } from "../rules/path-rules.ts";
import { MAX_CHANGED_FILES } from "./commit-tree.ts";
import { refusal } from "./file-text.ts";

/** The files of a job as names of blobs: those of its first commit, with the job's own changes on top. No content, no git. */
export type JobFiles = {
  /** Editable files as they are now, sorted: the very array that was given while none has come or gone. */
  paths(): readonly string[];
  /** @returns the blob; null when there is no such file. @throws GitError `path_refused` */
  find(path: string): string | null;
  /** The blob of an editable file, for callers that have its path from here: no rule is asked again. */
  blobOf(path: string): string | undefined;
  /** Says that the file has this blob now, or is gone. @throws GitError `path_refused`, when the path or one more file is too much */
  set(path: string, sha: string | null): void;
  /** Refuses a path that may not be written, before any work is done for it. */
  requireWritable(path: string): void;
  changed(): ReadonlyMap<string, string | null>;
  entries(): Iterable<readonly [path: string, sha: string]>;
};

type StartFiles = Pick<Listing, "tree" | "paths"> & {
  /** Blobs of the editable files, by path. */
  editable: Pick<Listing["editable"], "get" | "has">;
};

/** Makes the files of a job over a listing, which other jobs share: it is never changed, nor copied while nothing has changed. */
export function createJobFiles({ tree, editable: start, paths }: StartFiles, rules: PathRules): JobFiles {
  const changed = new Map<string, string | null>();
  const blobOf = (path: string) => (changed.has(path) ? (changed.get(path) ?? undefined) : start.get(path));
  const has = (path: string) => blobOf(path) !== undefined;
  let sorted: readonly string[] | null = paths;
  let taken: TakenNames | null = null;

  const requireAllowed = (path: string) => {
    const refused = refusePath(path, rules);
    if (refused) throw refusal(refused);
    const mode = tree.get(path)?.mode;
    if (mode !== undefined && mode !== "100644" && !has(path))
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

  /** Made for the first new file: most jobs only change existing files. */
  const takenNames = () => {
    taken ??= createTakenNames([...otherFiles(tree, start), ...listNow()]);
    return taken;
  };

  const listNow = () => {
    if (sorted !== null) return sorted;
    const added = [...changed].flatMap(([path, sha]) => (sha === null || start.has(path) ? [] : [path]));
    const kept = paths.filter((path) => changed.get(path) !== null);
    // Nearly in order, which a sort finds out.
    sorted = added.length === 0 ? kept : [...kept, ...added].sort();
    return sorted;
  };

  return {
    paths: listNow,
    blobOf,
    find(path) {
      requireAllowed(path);
      return blobOf(path) ?? null;
    },
    requireWritable(path) {
      requireAllowed(path);
      if (has(path)) return;
      const unfit = start.has(path) ? null : refuseNewName(path);
      if (unfit) throw refusal(unfit);
      const clash = takenNames().findClash(path);
      if (clash) throw refusal(clash);
    },
    set(path, sha) {
      if (!changed.has(path) && countWith(path, sha) > MAX_CHANGED_FILES) {
        throw refusal(`This job has changed ${MAX_CHANGED_FILES} files, which is the limit for one job.`);
      }
      const was = has(path);
      if (sha === null) taken?.remove(path);
      else if (!was) taken?.add(path);
      if ((start.get(path) ?? null) === sha) changed.delete(path);
      else changed.set(path, sha);
      if (was === (sha === null)) sorted = changed.size === 0 ? paths : null;
    },
    changed: () => changed,
    *entries() {
      for (const path of listNow()) yield [path, blobOf(path) ?? ""] as const;
    },
  };
}

/** Files of the commit that a job may not touch, but whose names it may not take either. */
function* otherFiles(tree: ReadonlyMap<string, TreeEntry>, editable: StartFiles["editable"]): Iterable<string> {
  for (const [path, { mode }] of tree) if (mode !== "040000" && !editable.has(path)) yield path;
}

const MODES: Record<string, string> = {
  "040000": "a folder",
  "100755": "an executable file",
  "120000": "a symbolic link",
  "160000": "a submodule",
};

type TakenNames = {
  add(path: string): void;
  /** Frees the name of a file that was added before. */
  remove(path: string): void;
  /** Why a new file cannot have this path, or null. */
  findClash(path: string): string | null;
};

/** Knows which names are taken, as a file system that ignores case would see them. */
export function createTakenNames(paths: Iterable<string>): TakenNames {
  const files = createSpellings();
  const folders = createSpellings();
  const count = (path: string, by: 1 | -1) => {
    files.count(path, by);
    for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.count(folder, by);
  };
  for (const path of paths) count(path, 1);
  return {
    add: (path) => count(path, 1),
    remove: (path) => count(path, -1),
    findClash(path) {
      const twin = files.find(path);
      if (twin !== null) return `${path} differs from ${twin} only in capitalization, which some systems can't store.`;
      if (folders.find(path) !== null) return `${path} is a folder.`;
      for (const folder of foldersAbove(path)) {
        if (files.find(folder) !== null) return `${folder} is a file, not a folder.`;
        const other = folders.find(folder);
        if (other !== null && !folders.has(folder))
          return `${folder} differs from the folder ${other} only in capitalization. Use ${other}.`;
      }
      return null;
    },
  };
}

const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

/** Outermost first. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Counts how often each spelling of a name occurs. A repository may already hold two. */
function createSpellings() {
  const names = new Map<string, Map<string, number>>();
  // By way of capitals: `ß` and `ss`, `ſ` and `s` are one name for file systems that ignore case.
  const fold = (name: string) => name.toUpperCase().toLowerCase().normalize("NFC");
  const spellingsOf = (name: string) => names.get(fold(name));
  return {
    count(name: string, by: 1 | -1) {
      const spellings = spellingsOf(name) ?? new Map<string, number>();
      const left = (spellings.get(name) ?? 0) + by;
      if (left > 0) spellings.set(name, left);
      else spellings.delete(name);
      if (spellings.size > 0) names.set(fold(name), spellings);
      else names.delete(fold(name));
    },
    has: (name: string) => spellingsOf(name)?.has(name) ?? false,
    /** One of the spellings, or null when the name is free. */
    find: (name: string) => spellingsOf(name)?.keys().next().value ?? null,
  };
}
