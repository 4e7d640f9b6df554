import type { JobListChange } from "@docsteward/services/job/follow-jobs";
import type { JobDetails } from "@docsteward/services/job/present-details";

export type JobPage = { jobs: JobDetails[]; nextCursor: string | null; hasMore: boolean };

/** What becomes of a list: its pages with every change of what they hold, and the jobs that are new to it. */
export type Merged = { pages: JobPage[]; arrived: JobDetails[] };

/**
 * Brings a change into the pages that are shown, without moving a row: known jobs are renewed where they stand, and those that
 * left the list go.
 *
 * @returns as `arrived` the jobs that belong between or above the rows; what is older than the last page is left to it
 */
export function mergeChanges(pages: readonly JobPage[], change: Pick<JobListChange, "jobs" | "goneIds">): Merged {
  const changed = new Map(change.jobs.map((job) => [job.id, job]));
  const gone = new Set(change.goneIds);
  const merged = pages.map((page) => ({
    ...page,
    jobs: page.jobs.flatMap((job) => (gone.has(job.id) ? [] : (changed.get(job.id) ?? job))),
  }));
  const known = new Set(pages.flatMap(({ jobs }) => jobs.map(({ id }) => id)));
  const oldest = pages.at(-1)?.hasMore ? pages.at(-1)?.jobs.at(-1) : undefined;
  const arrived = change.jobs.filter((job) => !known.has(job.id) && (!oldest || isNewer(job, oldest)));
  return { pages: merged, arrived };
}

/** Puts jobs where they belong in the order of the list, newest first. */
export function insertJobs(pages: readonly JobPage[], jobs: readonly JobDetails[]): JobPage[] {
  const [first = { jobs: [], nextCursor: null, hasMore: false }, ...rest] = pages;
  const known = new Set(pages.flatMap((page) => page.jobs.map(({ id }) => id)));
  let left = jobs.filter(({ id }) => !known.has(id));
  return [first, ...rest].map((page, index) => {
    const last = page.jobs.at(-1);
    const isLast = index === rest.length;
    const own = isLast || !last ? left : left.filter((job) => isNewer(job, last));
    left = left.filter((job) => !own.includes(job));
    return own.length === 0 ? page : { ...page, jobs: [...page.jobs, ...own].sort((a, b) => (isNewer(a, b) ? -1 : 1)) };
  });
}

function isNewer(a: JobDetails, b: JobDetails): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;
}
