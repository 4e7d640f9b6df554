import type { ProjectWithOrganization, Services } from "../context.ts";

/** The project at `/{org}/{domain}`; null when there is none. */
export async function findProject(
  { db }: Services,
  input: { org: string; domain: string },
): Promise<ProjectWithOrganization | null> {
  return db.project.findFirst({
    where: { domain: input.domain, organization: { slug: input.org } },
    include: { organization: true },
  });
}
