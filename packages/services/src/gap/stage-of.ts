import type { GapState, JobStatus, PullRequestState } from "@docsteward/db/client";

/**
 * How far a gap is on its way from a question to a page that answers it.
 *
 * `open`: nobody does anything about it. `working`: a job writes the answer. `failed`: that job failed, and `unchanged`: it
 * ended without a pull request. `review`: its pull request waits. `closed`: that was closed without a merge. `merging`: it was
 * merged, and the index does not hold it yet. `ready`: it does, so the question can be asked again. `dismissed` and `done`:
 * somebody closed the gap, or the pages answer it.
 */
export type GapStage =
  | "open"
  | "working"
  | "failed"
  | "unchanged"
  | "review"
  | "closed"
  | "merging"
  | "ready"
  | "dismissed"
  | "done";

export type GapWork = {
  state: GapState;
  job: { status: JobStatus; hasPullRequest: boolean } | null;
  /** Null also for one of a host whose pull requests are not kept here. */
  pull: { state: PullRequestState } | null;
  /** Whether the pages that answer now were read after the merge. */
  isIndexed: boolean;
};

/** How far the way from a question to its answer on the pages has come. */
export function stageOf({ state, job, pull, isIndexed }: GapWork): GapStage {
  if (state !== "open") return state;
  if (job === null) return "open";
  if (job.status === "active") return "working";
  if (pull?.state === "merged") return isIndexed ? "ready" : "merging";
  if (job.status === "failed") return "failed";
  if (!job.hasPullRequest) return "unchanged";
  return pull?.state === "closed" ? "closed" : "review";
}
