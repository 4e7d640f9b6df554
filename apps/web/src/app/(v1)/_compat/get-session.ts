import type { ServiceContext } from "@docsteward/services/context";
import { findCreators } from "@docsteward/services/job/find-creators";
import { getJobDetails } from "@docsteward/services/job/get-details";
import type { AgentSession } from "./agent-session.ts";
import { toSession } from "./to-session.ts";

/** A job of the project as a session. @throws AppError `not_found` */
export async function getSession(ctx: ServiceContext, input: { id: string }): Promise<AgentSession> {
  const job = await getJobDetails(ctx, input);
  const creators = await findCreators(ctx, { jobIds: [job.id] });
  return toSession(ctx, job, creators.get(job.id));
}
