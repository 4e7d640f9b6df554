import type { ProjectWithOrganization, SystemContext } from "../context.ts";
import { IS_TRIAL } from "../thread/reader.ts";

type ProjectListItem = ProjectWithOrganization & { jobCount: number; lastJobAt: Date | null };

/** Every project of the installation, of one organization, or of those that a person is a member of, by organization and domain. */
export async function listProjects(
  { db }: SystemContext,
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

/** What went on in a project in the last thirty days. */
type Activity = { jobs: number; questions: number };

const SINCE_MS = 30 * 86_400_000;

/** Counts the jobs and readers' questions of thirty days, by project. Projects without any are left out. */
export async function countActivity(
  { db, clock }: SystemContext,
  { projectIds }: { projectIds: readonly string[] },
): Promise<Map<string, Activity>> {
  const since = new Date(clock.now().getTime() - SINCE_MS);
  const rows = await db.$queryRaw<{ projectId: string; kind: keyof Activity; count: number }[]>`
    SELECT "projectId", 'jobs' AS kind, count(*)::int AS count
    FROM "Job" WHERE "projectId" = ANY(${projectIds}::text[]) AND "createdAt" >= ${since}::timestamptz GROUP BY 1
    UNION ALL
    SELECT "projectId", 'questions', count(*)::int
    FROM "ThreadTurn" WHERE "projectId" = ANY(${projectIds}::text[]) AND "createdAt" >= ${since}::timestamptz
      AND "threadId" NOT IN (
        SELECT id FROM "Thread" WHERE "projectId" = ANY(${projectIds}::text[]) AND ${IS_TRIAL})
    GROUP BY 1`;
  const activities = new Map<string, Activity>();
  for (const { projectId, kind, count } of rows) {
    activities.set(projectId, { jobs: 0, questions: 0, ...activities.get(projectId), [kind]: count });
  }
  return activities;
}
