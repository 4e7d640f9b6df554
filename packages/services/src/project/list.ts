import type { ProjectWithOrganization, Services } from "../context.ts";

export type ProjectListItem = ProjectWithOrganization & { jobCount: number; lastJobAt: Date | null };

/** Every project of the installation, of one organization, or of those that a person is a member of, by organization and domain. */
export async function listProjects(
  { db }: Services,
  { org, userId }: { org?: string; userId?: string } = {},
): Promise<ProjectListItem[]> {
  const projects = await db.project.findMany({
    where: {
      organization: {
        ...(org !== undefined && { slug: org }),
        ...(userId !== undefined && { memberships: { some: { userId } } }),
      },
    },
    include: {
      organization: true,
      _count: { select: { jobs: true } },
      jobs: { select: { createdAt: true }, orderBy: { createdAt: "desc" }, take: 1 },
    },
    orderBy: [{ organization: { slug: "asc" } }, { domain: "asc" }],
  });
  return projects.map(({ _count, jobs, ...project }) => ({
    ...project,
    jobCount: _count.jobs,
    lastJobAt: jobs[0]?.createdAt ?? null,
  }));
}
