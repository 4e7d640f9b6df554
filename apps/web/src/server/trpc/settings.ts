import { outsideCalls } from "@docsteward/services/limit/concurrency";
import { DeleteProject, deleteProject } from "@docsteward/services/project/delete";
import { readChecksConfig } from "@docsteward/services/project/read-checks-config";
import { checkRepository } from "@docsteward/services/project/source";
import { resolveRetention, UpdateProject, updateProject } from "@docsteward/services/project/update";
import { adminProcedure, ownerProcedure, router, viewerProcedure } from "./init.ts";
import { toPlain } from "./to-plain.ts";

/** What is known of the project itself. */
export const settingsRouter = router({
  get: viewerProcedure.query(({ ctx: { project } }) => {
    const { id, name, domain, host, repository, baseRef, docsPath, siteUrl, createdAt } = project.project;
    const { supportContact, hasSuggestions, isPublic } = project.project;
    return toPlain({
      ...{ id, name, domain, host, repository, baseRef, docsPath, siteUrl, supportContact, hasSuggestions, createdAt },
      isPublic,
      organization: project.organization.name,
      retention: resolveRetention(project, project.project),
    });
  }),

  update: adminProcedure.input(UpdateProject).mutation(async ({ ctx, input }) => {
    const saved = await updateProject(ctx.project, input);
    const { name, siteUrl, supportContact, hasSuggestions, isPublic, baseRef, docsPath } = saved;
    return { name, siteUrl, supportContact, hasSuggestions, isPublic, baseRef, docsPath };
  }),

  /** Checks whether jobs can work on the repository with its current settings. @returns the branch that was found */
  checkRepository: adminProcedure.mutation(async ({ ctx: { project } }) => {
    const { baseRef, organizationId } = project.project;
    return outsideCalls.hold(organizationId, "tests of a repository", async () => ({
      baseRef: await checkRepository(project, { use: project.project, ref: baseRef }),
    }));
  }),

  /** What the repository says of its checks. */
  checksConfig: viewerProcedure.query(({ ctx }) => readChecksConfig(ctx.project)),

  /** Deletes the project; `typed` is its domain once more. */
  delete: ownerProcedure.input(DeleteProject).mutation(({ ctx, input }) => deleteProject(ctx.project, input)),
});
