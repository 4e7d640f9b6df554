import {
  ListConnectableRepositories,
  listConnectableRepositories,
} from "@docsteward/services/github-app/installations";
import { listAdministeredOrganizations } from "@docsteward/services/member/members";
import { ownsFirstOrganization } from "@docsteward/services/organization";
import { CreateProjectForMember, createProjectForMember } from "@docsteward/services/project/create";
import { countActivity, listProjects } from "@docsteward/services/project/find";
import { organizationAdminProcedure, router, signedInProcedure, viewerProcedure } from "./init.ts";

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
