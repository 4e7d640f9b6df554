import { AppError } from "@docsteward/contract/error";
import type { ServiceContext } from "../context.ts";
import { findCreatorNames } from "./find-creator-names.ts";
import { type JobDetails, presentJobDetails, WITH_PROMPT } from "./present-details.ts";

/** The job with all that people want to know of it. @throws AppError `not_found` */
export async function getJobDetails(ctx: ServiceContext, input: { id: string }): Promise<JobDetails> {
  const [job, creators] = await Promise.all([
    ctx.db.job.findUnique({ where: { id: input.id, projectId: ctx.project.id }, include: WITH_PROMPT }),
    findCreatorNames(ctx, [input.id]),
  ]);
  if (!job) throw new AppError("not_found", "Job not found.");
  return presentJobDetails(job, { prices: ctx.prices, project: ctx.project, createdBy: creators.get(job.id) });
}
