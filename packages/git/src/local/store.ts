import type { CommitSha, PullRequestState } from "../host.ts";

/** A pull request as its keeper stores it. */
export type StoredPullRequest = {
  number: number;
  branch: string;
  baseRef: string;
  baseSha: CommitSha;
  headSha: CommitSha;
  treeSha?: string | null;
  title: string;
  body: string;
  state: PullRequestState;
  isDraft: boolean;
};

/** A pull request of a local repository before it has a number. */
export type NewPullRequest = Omit<StoredPullRequest, "number" | "state"> & { jobId: string | null };

/** Fields of a local pull request that an update may set. */
export type PullRequestChange = Partial<Pick<StoredPullRequest, "headSha" | "treeSha" | "title" | "body">>;

/** Where the pull requests of one project's local repository are kept: for these Docsteward itself is the forge. */
export type PullRequestStore = {
  find(number: number): Promise<StoredPullRequest | null>;
  findOpen(branch: string): Promise<StoredPullRequest | null>;
  /** Opens one under the project's next number, or returns the one that is open for the branch already. */
  create(request: NewPullRequest): Promise<StoredPullRequest>;
  update(number: number, change: PullRequestChange): Promise<StoredPullRequest>;
};
