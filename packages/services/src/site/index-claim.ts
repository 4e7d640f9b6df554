/** A worker's hold on a run. Every write names the attempt, and is refused once a later one has begun. */
export type IndexClaim = { projectId: string; attempt: number };
