import type { ProjectWithOrganization, ServiceContext } from "../context.ts";
import { toSiteUrl } from "./to-site-url.ts";

export type UpdateProjectInput = {
  /** Where readers find the site; null forgets it. */
  siteUrl: string | null;
};

/** Changes what is known of a project. @throws AppError `invalid_request` for an address that is none */
export async function updateProject(ctx: ServiceContext, input: UpdateProjectInput): Promise<ProjectWithOrganization> {
  const siteUrl = input.siteUrl === null ? null : toSiteUrl(input.siteUrl);
  return ctx.db.project.update({
    where: { id: ctx.project.id },
    data: { siteUrl },
    include: { organization: true },
  });
}
