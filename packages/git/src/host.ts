/** Where a job's pages come from: a repository, the branch it starts from, the folder of the docs (`""` is the whole repository). */
export type Source = {
  /** `https://…`, or `file:///…` for a repository on this machine. */
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
};

export type PullRequestState = "open" | "merged" | "closed";

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

export type PullRequestRequest = {
  source: Source;
  /** The job that asks; one job has at most one open pull request a branch. */
  jobId: string;
  branch: string;
  baseSha: CommitSha;
  headSha: CommitSha;
  title: string;
  body: string;
  asDraft: boolean;
};

export type PullRequestUpdate = { headSha: CommitSha; title?: string; body?: string };

/**
 * The Git host port: what differs between a repository on this machine and one on a forge. Everything else is plain git.
 *
 * Failures are `GitError`s with a code and a sentence for people.
 */
export type GitHost = {
  readonly kind: "local" | "github";
  access(source: Source): Promise<RepositoryAccess>;
  /** Branches a job may never push to, the default branch and the source's own ref among them. */
  protectedBranches(source: Source): Promise<string[]>;
  getPullRequest(source: Source, number: number): Promise<PullRequest | null>;
  findOpenPullRequest(source: Source, branch: string): Promise<PullRequest | null>;
  /** Opens a pull request, or returns the one that is already open for the branch: repeating it never makes a second. */
  openPullRequest(request: PullRequestRequest): Promise<PullRequest>;
  updatePullRequest(source: Source, number: number, update: PullRequestUpdate): Promise<PullRequest>;
};
