import { listProjects } from "@docsteward/services/project/list";
import { projectProcedure, publicProcedure, router } from "./init.ts";

export const projectRouter = router({
  list: publicProcedure.query(async ({ ctx }) => {
    const projects = await listProjects(ctx.services);
    return projects.map(({ id, organization, domain, repository, baseRef, jobCount }) => ({
      id,
      org: organization.slug,
      domain,
      repository,
      ref: baseRef,
      jobCount,
    }));
  }),

  get: projectProcedure.query(({ ctx: { site } }) => ({
    id: site.project.id,
    /** Where REST callers reach this service. */
    baseUrl: site.baseUrl,
  })),
});
