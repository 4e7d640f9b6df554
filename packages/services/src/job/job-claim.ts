/** A worker's hold on a job. Every write names the attempt, and is refused once a later one has begun. */
export type JobClaim = { jobId: string; attempt: number };
