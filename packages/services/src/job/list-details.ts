import type { ServiceContext } from "../context.ts";
import { findCreatorNames } from "./find-creator-names.ts";
import { findJobPage, type JobQuery } from "./find-page.ts";
import { type JobDetails, presentJobDetails } from "./present-details.ts";

/** A page of the project's jobs with all that people want to know of them, newest first. */
export async function listJobDetails(
  ctx: ServiceContext,
  query: JobQuery,
): Promise<{ jobs: JobDetails[]; nextCursor: string | null; hasMore: boolean }> {
  const { rows, nextCursor, hasMore } = await findJobPage(ctx, query);
  const creators = await findCreatorNames(
    ctx,
    rows.map(({ id }) => id),
  );
  const jobs = rows.map((row) =>
    presentJobDetails(row, { prices: ctx.prices, project: ctx.project, createdBy: creators.get(row.id) }),
  );
  return { jobs, nextCursor, hasMore };
}
