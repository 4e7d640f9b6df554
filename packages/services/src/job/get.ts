import type { AgentJob } from "@docsteward/contract/job";
import type { ServiceContext } from "../context.ts";
import { presentJob } from "./present.ts";
import { requireJob } from "./require-job.ts";

/** The job as it stands now. @throws AppError `not_found` */
export async function getJob(ctx: ServiceContext, input: { id: string }): Promise<AgentJob> {
  return presentJob(await requireJob(ctx.db, { projectId: ctx.project.id, id: input.id }));
}
