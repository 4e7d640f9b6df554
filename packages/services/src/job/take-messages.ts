import type { JobMessage } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import type { JobClaim } from "./job-claim.ts";

/**
 * The messages that have not entered the conversation yet, oldest first. They count as taken once `recordStep` has stored
 * their number as `takenMessageSeq`, together with the step that holds them.
 */
export async function takeMessages({ db }: Services, { jobId }: Pick<JobClaim, "jobId">): Promise<JobMessage[]> {
  return db.$queryRaw<JobMessage[]>`
    SELECT message.id, message."jobId", message.seq, message.role, message.content, message."createdAt"
    FROM "JobMessage" message JOIN "Job" job ON job.id = message."jobId"
    WHERE job.id = ${jobId} AND message.seq > job."takenMessageSeq"
    ORDER BY message.seq`;
}
