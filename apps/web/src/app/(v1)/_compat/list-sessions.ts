import type { ServiceContext } from "@docsteward/services/context";
import { findCreators } from "@docsteward/services/job/find-creators";
import { listJobDetails } from "@docsteward/services/job/list-details";
import type { AgentSession } from "./agent-session.ts";
import { toSession } from "./to-session.ts";

const MOST = 1_000;

/** The project's jobs as sessions, newest first. */
export async function listSessions(
  ctx: ServiceContext,
  { skip, take = MOST }: { skip?: number; take?: number },
): Promise<{ allSessions: AgentSession[] }> {
  const { jobs } = await listJobDetails(ctx, { limit: take, skip });
  const creators = await findCreators(ctx, { jobIds: jobs.map(({ id }) => id) });
  return { allSessions: jobs.map((job) => toSession(ctx, job, creators.get(job.id))) };
}
