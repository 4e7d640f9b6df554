import type { AgentJob } from "@docsteward/contract/job";
import type { Job } from "@docsteward/db/client";

/** A job as the public API shows it. The link of an earlier round reads null while a new round is at work. */
export function presentJob(job: Job): AgentJob {
  return {
    id: job.id,
    status: job.status,
    source: { repository: job.repository, ref: job.baseRef },
    model: job.model,
    prLink: job.status === "active" ? null : job.prLink,
    createdAt: job.createdAt.toISOString(),
    archivedAt: job.archivedAt?.toISOString() ?? null,
  };
}
