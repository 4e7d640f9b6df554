import { WidgetSettings } from "@docsteward/contract/widget";
import {
  ListConnectableRepositories,
  listConnectableRepositories,
} from "@docsteward/services/github-app/installations";
import { outsideCalls } from "@docsteward/services/limit/concurrency";
import { listAdministeredOrganizations } from "@docsteward/services/member/members";
import { ownsFirstOrganization } from "@docsteward/services/organization";
import { CreateProjectForMember, createProjectForMember } from "@docsteward/services/project/create";
import { DeleteProject, deleteProject } from "@docsteward/services/project/delete";
import { countActivity, listProjects } from "@docsteward/services/project/find";
import { readChecksConfig } from "@docsteward/services/project/read-checks-config";
import { checkRepository } from "@docsteward/services/project/source";
import { resolveRetention, UpdateProject, updateProject } from "@docsteward/services/project/update";
import { getWidgetSettings, updateWidgetSettings } from "@docsteward/services/widget";
import {
  adminProcedure,
  organizationAdminProcedure,
  ownerProcedure,
  router,
  signedInProcedure,
  toPlain,
  viewerProcedure,
} from "./init.ts";

export const projectRouter = router({
  list: signedInProcedure.query(async ({ ctx }) => {
    const projects = await listProjects(ctx.services, { userId: ctx.me.user.id });
    const activities = await countActivity(ctx.services, { projectIds: projects.map(({ id }) => id) });
    return projects.map(({ id, organization, domain, name, repository, baseRef }) => ({
      id,
      org: organization.slug,
      domain,
      name,
      repository,
      ref: baseRef,
      /** Of the last thirty days. */
      activity: activities.get(id) ?? { jobs: 0, questions: 0 },
    }));
  }),

  get: viewerProcedure.query(({ ctx: { project } }) => ({
    id: project.project.id,
    name: project.project.name,
    /** Where REST callers reach this service. */
    baseUrl: project.baseUrl,
    organizationName: project.organization.name,
    /** What the person who asks may do here. */
    role: project.actor.role,
  })),

  /** What people call the project. */
  name: viewerProcedure.query(({ ctx: { project } }) => project.project.name),

  /** Where the person who asks may make projects, whether over paths on this machine, and whether GitHub is connected. */
  places: signedInProcedure.query(async ({ ctx: { services, me } }) => {
    const userId = me.user.id;
    const [organizations, mayUsePaths, app] = await Promise.all([
      listAdministeredOrganizations(services, { userId }),
      ownsFirstOrganization(services, { userId }),
      services.github.current(),
    ]);
    return { organizations, mayUsePaths, isGitHubConnected: app !== null };
  }),

  /** The repositories at GitHub that a project of the organization may be made over. */
  repositories: organizationAdminProcedure
    .input(ListConnectableRepositories)
    .query(({ ctx, input }) => listConnectableRepositories(ctx.services, input)),

  create: organizationAdminProcedure
    .input(CreateProjectForMember)
    .mutation(async ({ ctx: { services }, input: { org, ...project } }) => {
      const { domain } = await createProjectForMember(services, project);
      return { org, domain };
    }),
});

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

/** The assistant on the project's own website. */
export const widgetRouter = router({
  get: viewerProcedure.query(({ ctx }) => getWidgetSettings(ctx.project)),

  update: adminProcedure
    .input(WidgetSettings)
    .mutation(({ ctx, input: { title, greeting, starters } }) =>
      updateWidgetSettings(ctx.project, { title, greeting, starters }),
    ),
});
