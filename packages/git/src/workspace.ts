import type { CommitSha } from "./host.ts";

/** A page or navigation file as text. A byte order mark and CRLF line ends are part of the text and survive an edit. */
export type FileText = { path: string; text: string };

/** A changed file. `additions` and `deletions` count lines. */
export type FileChange = {
  path: string;
  /** Set when git sees the file as moved from there. */
  from?: string;
  status: "added" | "modified" | "deleted" | "renamed";
  additions: number;
  deletions: number;
  /** Unified diff of this file, with its `diff --git` header. */
  patch: string;
  /** Set when git was stopped before the whole patch was there, and `patch` is empty. */
  isLeftOut?: true;
};

/** A matching line; `line` counts from 1. */
export type GrepMatch = { path: string; line: number; text: string };

/** How a search reads its pattern, and which files it looks at. */
export type GrepOptions = {
  ignoreCase?: boolean;
  /** Of what was found. */
  isWanted?: (path: string) => boolean;
  /** Looks into these files alone, wherever they lie; at least one. */
  only?: readonly string[];
};

/** A file with matching lines, and how many there are. */
export type GrepFile = { path: string; matches: number };

/** Lines that a search found, at most 40 of a file where several files match; `more` counts what else such a file has. */
export type FoundLines = { matches: GrepMatch[]; more: GrepFile[]; isCut: boolean };

/** A commit that changed a file; `path` is what the file was called then. */
export type LoggedCommit = {
  sha: CommitSha;
  date: string;
  author: string;
  subject: string;
  path: string;
  /** What it changed in the lines asked for. */
  patch?: string;
};

/** A commit with its changes to files that a job may read. `otherFiles` counts the rest. */
export type ShownCommit = Pick<LoggedCommit, "sha" | "date" | "author"> & {
  message: string;
  files: string[];
  otherFiles: number;
  patch: string;
  isCut: boolean;
};

/** A commit's message, and the pages it changed: none where it changed very many files. */
export type PageCommit = { message: string; paths: string[] };

/** The history behind a job's first commit, bounded in commits, bytes and time. */
export type History = {
  /** The newest commits that changed a file, or some of its lines as the first commit has them. Follows exact renames. */
  log(path: string, lines?: { from: number; to: number }): Promise<{ commits: LoggedCommit[]; isCut: boolean }>;
  /** @param name of a commit that the first one is built on, or the beginning of it */
  show(name: string): Promise<ShownCommit>;
  /** The commits before the first one, newest first, without merges. */
  pageCommits(): Promise<PageCommit[]>;
};

/** A commit that was made, with the hash of its tree. */
export type Commit = { sha: CommitSha; tree: string; parent: CommitSha };

/** The files as a commit holds them: read-only, untouched by the job's own edits. */
export type Snapshot = {
  /** The same selection as {@link Workspace.paths}. */
  paths(): Promise<readonly string[]>;
  /** Every file of the commit, whatever it is and wherever it lies: what a page may refer to. */
  assets(): Promise<ReadonlySet<string>>;
  /** A name of a listed file's text, of this copy of the repository alone: others may claim to have the same blob. */
  identify(path: string): string | undefined;
  /** Also reads files that are not editable, such as `AGENTS.md` or a pull request template: text, at most 1 MB. */
  read(path: string): Promise<FileText | null>;
  readMany(paths: readonly string[]): Promise<FileText[]>;
};

/**
 * The files of one job: an index of its own over the shared bare repository, never a working tree.
 *
 * Paths are POSIX, relative to the repository's root. Every path given here goes through the path rules; a refusal is a
 * `GitError` `path_refused` whose sentence may be shown to the model. Reads see the job's own writes.
 */
export type Workspace = {
  readonly baseSha: CommitSha;
  /** The commit the index started from: the base, or the head of the job's branch. */
  readonly startSha: CommitSha;
  readonly docsPath: string;
  /** Settles when every page has arrived in the cache. What needs them waits by itself. */
  readonly arrived: Promise<void>;
  /** The files at `startSha`, for checks that compare and for instructions that the job's own edits must not change. */
  readonly start: Snapshot;
  readonly history: History;
  /**
   * Where the job's branch left the base, and what earlier rounds changed since; undefined in the first round, when that is
   * `start`.
   */
  readonly branch?: { readonly files: Snapshot; readonly changes: readonly { path: string; from?: string }[] };
  /** Every editable file (pages and navigation files below the docs path), sorted. */
  paths(): Promise<readonly string[]>;
  /** The same for all files there are, as {@link Snapshot.assets}. */
  assets(): Promise<ReadonlySet<string>>;
  /** As {@link Snapshot.identify}, of the text as it is now. */
  identify(path: string): string | undefined;
  exists(path: string): Promise<boolean>;
  /** @returns null when there is no such file; throws `path_refused` for one that may not be read (binary, over 1 MB, LFS pointer) */
  read(path: string): Promise<FileText | null>;
  /** Reads many files with one git process; files that may not be read are left out. */
  readMany(paths: readonly string[]): Promise<FileText[]>;
  /** Extended regular expression over all editable files (or those below `path`): at most 200 matches, 2 s. */
  grep(pattern: string, path?: string, options?: GrepOptions): Promise<FoundLines>;
  /** The files that a search would find lines in, with how many: at most 500 files, 2 s. */
  grepFiles(pattern: string, path?: string, options?: GrepOptions): Promise<{ files: GrepFile[]; isCut: boolean }>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** What differs from `startSha` now. */
  changes(): Promise<FileChange[]>;
  /**
   * Checks the whole difference again by the path rules and writes a commit on `startSha`; null when nothing differs.
   *
   * @param at author and committer time: the same files, message and time always give the same commit, so that a job that is
   *   taken up again after a crash makes no second one
   */
  commit(message: string, at: Date): Promise<Commit | null>;
  /** Frees the index. The repository's cache stays. */
  close(): Promise<void>;
};
