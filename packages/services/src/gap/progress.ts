import type { Gap, GapState, JobStatus, PullRequestState, SiteIndex } from "@docsteward/db/client";
import type { ProjectContext } from "../context.ts";
import { pullRequestPath } from "../pull-request/pull-request.ts";
import { repositoryKey } from "../repository-use.ts";

/** What is being done about a gap. */
export type GapProgress = {
  stage: GapStage;
  job: {
    id: string;
    status: string;
    model: string;
    title: string | null;
    failureReason: string | null;
    prLink: string | null;
  } | null;
  pull: { number: number; path: string; state: PullRequestState; title: string } | null;
};

type Merge = { mergeSha: string | null; mergedAt: Date | null };

/** Finds what is being done about gaps: the newest job of each, and its pull request. @returns by the gap's id */
export async function findGapProgress(ctx: ProjectContext, gaps: readonly Gap[]): Promise<Map<string, GapProgress>> {
  const { db, project } = ctx;
  const projectId = project.id;
  const jobIds = gaps.flatMap(({ jobId }) => jobId ?? []);
  const jobs = await db.job.findMany({ where: { projectId, id: { in: jobIds } } });
  const numbers = jobs.flatMap(({ pullRequestNumber }) => pullRequestNumber ?? []);
  const [pulls, index] = await Promise.all([
    db.pullRequest.findMany({ where: { projectId, number: { in: numbers } } }),
    db.siteIndex.findUnique({ where: { projectId } }),
  ]);
  return new Map(
    gaps.map((gap) => {
      const job = jobs.find(({ id }) => id === gap.jobId) ?? null;
      const pull =
        pulls.find(
          (found) => job && found.number === job.pullRequestNumber && found.repositoryKey === repositoryKey(job),
        ) ?? null;
      const stage = gapStage({
        state: gap.state,
        job: job && { status: job.status, hasPullRequest: job.pullRequestNumber !== null || job.prLink !== null },
        pull,
        isIndexed: pull !== null && holds(index, pull),
      });
      return [
        gap.id,
        {
          stage,
          job: job && {
            id: job.id,
            status: job.status,
            model: job.model,
            title: job.title,
            failureReason: job.failureReason,
            prLink: job.prLink,
          },
          pull: pull && {
            number: pull.number,
            path: pullRequestPath(project, pull),
            state: pull.state,
            title: pull.title,
          },
        },
      ];
    }),
  );
}

/** Whether the pages that answer were read after a merge: from its commit, or in a run that nothing waits behind. */
function holds(index: SiteIndex | null, { mergeSha, mergedAt }: Merge): boolean {
  if (index === null || index.commit === null) return false;
  if (index.commit === mergeSha) return true;
  const isAtRest = index.status === "ready" && index.handledRequest >= index.requests;
  return isAtRest && mergedAt !== null && index.endedAt !== null && index.endedAt >= mergedAt;
}

/**
 * How far a gap is on its way from a question to a page that answers it.
 *
 * `open`: no job works on it. `working`: a job writes the answer. `failed`: that job failed, and `unchanged`: it
 * ended without a pull request. `review`: its pull request waits. `closed`: that was closed without a merge. `merging`: it was
 * merged, and the index does not hold it yet. `ready`: it does, so the question can be asked again. `dismissed` and `done`:
 * a person closed the gap, or the pages answer it.
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

type GapWork = {
  state: GapState;
  job: { status: JobStatus; hasPullRequest: boolean } | null;
  /** Null also for one of a host whose pull requests are not kept here. */
  pull: { state: PullRequestState } | null;
  /** Whether the pages that answer now were read after the merge. */
  isIndexed: boolean;
};

/** How far the way from a question to its answer on the pages has come. */
function gapStage({ state, job, pull, isIndexed }: GapWork): GapStage {
  if (state !== "open") return state;
  if (job === null) return "open";
  if (job.status === "active") return "working";
  if (pull?.state === "merged") return isIndexed ? "ready" : "merging";
  if (job.status === "failed") return "failed";
  if (!job.hasPullRequest) return "unchanged";
  return pull?.state === "closed" ? "closed" : "review";
}
