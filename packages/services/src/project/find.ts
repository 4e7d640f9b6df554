import { AppError } from "@docsteward/contract/error";
import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import type { ProjectWithOrganization, SystemContext } from "../context.ts";
import type { NamedRepository } from "../github-event/event.ts";
import type { AuthenticatedKey } from "../key/authenticate.ts";
import { mayUse } from "../repository-use.ts";
import { IS_TRIAL } from "../thread/reader.ts";

/** The project at `/{org}/{domain}`; null when there is none. */
export async function findProject(
  { db }: SystemContext,
  input: { org: string; domain: string },
): Promise<ProjectWithOrganization | null> {
  return db.project.findFirst({
    where: { domain: input.domain, organization: { slug: input.org } },
    include: { organization: true },
  });
}

/** @throws AppError `not_found` when nothing is at `/{org}/{domain}` */
export async function requireProject(
  ctx: SystemContext,
  input: { org: string; domain: string },
): Promise<ProjectWithOrganization> {
  const project = await findProject(ctx, input);
  if (!project) throw new AppError("not_found", `Documentation site ${input.org}/${input.domain} not found.`);
  return project;
}

/** The project with this domain identifier, which is unique over all organizations; null when there is none. */
export async function findProjectByDomain(
  { db }: SystemContext,
  input: { domain: string },
): Promise<ProjectWithOrganization | null> {
  return db.project.findUnique({ where: { domain: input.domain }, include: { organization: true } });
}

/** The project as a path names it: agent operations by its id, assistant operations by its domain. */
type NamedProject = { projectId: string } | { domain: string };

/**
 * Gives the project that a caller names in a path, if the caller's key opens it: an admin key every project of its
 * organization, an assistant key one. Remembered for some seconds, like the key.
 *
 * @throws AppError `not_found`, the same for an unknown project and for one of another organization
 */
export async function requireProjectForKey(
  ctx: SystemContext,
  { key, named }: { key: AuthenticatedKey; named: NamedProject },
): Promise<ProjectWithOrganization> {
  const id = "projectId" in named ? named.projectId : (key.projectId ?? "");
  const isOther = key.projectId !== null && key.projectId !== id;
  const project = isOther ? null : await findProjectForKey(ctx, { id, organizationId: key.organizationId });
  if (!project || ("domain" in named && project.domain !== named.domain)) {
    throw new AppError("not_found", "Project not found.");
  }
  return project;
}

function findProjectForKey({ db, memory }: SystemContext, where: { id: string; organizationId: string }) {
  return memory.recall(`project:${where.organizationId}:${where.id}`, async () =>
    // A NUL ends a text in PostgreSQL; no id has one.
    where.id.includes("\0") ? null : db.project.findUnique({ where, include: { organization: true } }),
  );
}

/** The projects, of whatever organization, that may use a repository at GitHub and have their pages from it: by its number, else by its address. */
export async function findProjectsByRepository(
  ctx: SystemContext,
  { id, fullName }: NamedRepository,
): Promise<ProjectWithOrganization[]> {
  const { db, github } = ctx;
  const app = await github.current();
  if (app === null) return [];
  const [owner = "", name = ""] = fullName.split("/");
  const repository = toRepositoryAddress(app.webUrl, { owner, name });
  const projects = await db.project.findMany({
    where: {
      host: "github",
      OR: [
        { hostRepositoryId: id },
        { hostRepositoryId: null, repository: { equals: repository, mode: "insensitive" } },
      ],
    },
    include: { organization: true },
    orderBy: { id: "asc" },
  });
  const usable: ProjectWithOrganization[] = [];
  for (const project of projects) if (await mayUse(ctx, project)) usable.push(project);
  return usable;
}

/** Every project of the installation, of one organization, or of those that a person is a member of, by organization and domain. */
export async function listProjects(
  { db }: SystemContext,
  { org, userId }: { org?: string; userId?: string } = {},
): Promise<ProjectWithOrganization[]> {
  return db.project.findMany({
    where: {
      organization: {
        ...(org !== undefined && { slug: org }),
        ...(userId !== undefined && { memberships: { some: { userId } } }),
      },
    },
    include: { organization: true },
    orderBy: [{ organization: { slug: "asc" } }, { domain: "asc" }],
  });
}

/** Counts all jobs of projects. Reads an entry of an index for each job: for lists that people ask for by hand. */
export async function countJobs(
  { db }: SystemContext,
  { projectIds }: { projectIds: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ projectId: string; count: number }[]>`
    SELECT "projectId", count(*)::int AS count FROM "Job" WHERE "projectId" = ANY(${projectIds}::text[]) GROUP BY 1`;
  return new Map(rows.map(({ projectId, count }) => [projectId, count]));
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
