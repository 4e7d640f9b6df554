import type { GitErrorCode } from "./error.ts";

/** Where a job's pages come from: a repository, the branch it starts from, the folder of the docs (`""` is the whole repository). */
export type Source = {
  /** `https://…`, `ssh://…`, or `file:///…` for a repository on this machine. */
  repository: string;
  ref: string;
  docsPath: string;
};

/** A full 40-character object name. */
export type CommitSha = string;

/**
 * How git reaches a repository: short-lived, so it is asked for before every network call and kept nowhere.
 *
 * Secrets travel only in `env` (as GIT_CONFIG_* entries), never in `url`, in arguments or on disk.
 */
export type RepositoryAccess = {
  url: string;
  env: Record<string, string>;
  /** Programs that serve the repository at the other end, for repositories on this machine. */
  uploadPack?: string;
  receivePack?: string;
  /** Says that the other end did not take these credentials: the next access brings new ones. */
  refused?: () => void;
  /** What a call of git needs besides, made right before it; `release` removes it after the call. */
  prepare?: () => Promise<{ env: Record<string, string>; release(): Promise<void> }>;
  /** Sentences for errors, where this host has other ones. */
  sentences?: Partial<Record<GitErrorCode, string>>;
};

/** State of a pull request at its host. */
export type PullRequestState = "open" | "merged" | "closed";

/** A pull request, as a host reports it. */
export type PullRequest = {
  number: number;
  url: string;
  branch: string;
  baseRef: string;
  headSha: CommitSha;
  state: PullRequestState;
  isDraft: boolean;
  title: string;
  body: string;
};

/** A pull request to open or to update. */
export type PullRequestRequest = {
  source: Source;
  /** The job that asks; one job has at most one open pull request a branch. Null for a pull request of no job. */
  jobId: string | null;
  branch: string;
  baseSha: CommitSha;
  headSha: CommitSha;
  /** All files at the head, for who remembers pull requests. */
  treeSha?: string;
  title: string;
  body: string;
  asDraft: boolean;
  /** Login of the requested reviewer at the host; null for no review. */
  reviewer?: string | null;
  /** Others who are asked for a review. */
  reviewers?: readonly string[];
  /** Labels that it gets. */
  labels?: readonly string[];
};

/** A commit that the host makes and signs itself, of whole files. */
type VerifiedCommitRequest = {
  source: Source;
  parent: CommitSha;
  /** All files of the parent. */
  parentTree: string;
  message: string;
  /** What differs from the parent, by path; null deletes a file. */
  files: ReadonlyMap<string, string | null>;
};

/** A move of a branch from an expected head to another commit. */
export type BranchMove = {
  source: Source;
  branch: string;
  sha: CommitSha;
  /** The branch's head as it was last seen; null when it must not exist yet. */
  expected: CommitSha | null;
  /** The commit below, where it is known: it is on this branch, or on the source's. */
  parent?: CommitSha;
};

/** The second way to push, for repositories that take verified commits alone. */
export type VerifiedPush = {
  /** Whether the repository is known to refuse what git pushes. */
  isNeeded(): boolean;
  /** Notes that it does, for this job and later ones. */
  remember(): Promise<void>;
  /** Makes a commit that no branch holds yet. Making it again does no harm. */
  commit(request: VerifiedCommitRequest): Promise<CommitSha>;
  /** @returns false when the branch has moved */
  moveBranch(move: BranchMove): Promise<boolean>;
};

/** What an update may change on a pull request. */
export type PullRequestUpdate = {
  headSha: CommitSha;
  treeSha?: string;
  title?: string;
  /** What the job has called it last. Where a person has given it another title, that one stays. */
  titledBefore?: string;
  body?: string;
};

/** `local` is a repository on this machine, `git` one at any other Git server, whose pull requests are not known. */
export type HostKind = "local" | "github" | "git";

/**
 * The Git host port: what differs between a repository on this machine, one on a forge and one at another server. Everything else is plain git.
 *
 * Failures are `GitError`s with a code and a sentence for people.
 */
export type GitHost = {
  readonly kind: HostKind;
  access(source: Source): Promise<RepositoryAccess>;
  /** Branches a job may never push to, the default branch and the source's own ref among them. */
  protectedBranches(source: Source): Promise<string[]>;
  getPullRequest(source: Source, number: number): Promise<PullRequest | null>;
  findOpenPullRequest(source: Source, branch: string): Promise<PullRequest | null>;
  /** Opens a pull request, or returns the one that is already open for the branch: repeating it never makes a second. */
  openPullRequest(request: PullRequestRequest): Promise<PullRequest>;
  updatePullRequest(source: Source, number: number, update: PullRequestUpdate): Promise<PullRequest>;
  /** Where there is a second way to push. */
  readonly verified?: VerifiedPush;
};

/**
 * What stands between these in the description of a pull request is the job's; the rest is what people, or the repository's
 * template, put there. Markdown shows neither.
 */
export const MANAGED_SECTION = { begin: "<!-- docsteward:begin -->", end: "<!-- docsteward:end -->" } as const;
