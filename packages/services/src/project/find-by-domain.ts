import type { ProjectWithOrganization, Services } from "../context.ts";

/** The project with this domain identifier, which is unique over all organizations; null when there is none. */
export async function findProjectByDomain(
  { db }: Services,
  input: { domain: string },
): Promise<ProjectWithOrganization | null> {
  return db.project.findUnique({ where: { domain: input.domain }, include: { organization: true } });
}
