import type { ProjectWithOrganization, SystemContext } from "../context.ts";

/** The project with this domain, if everyone may read it; null for any other, as for one that does not exist. */
export async function findPublicProject(
  { db, memory }: SystemContext,
  { domain }: { domain: string },
): Promise<ProjectWithOrganization | null> {
  if (domain.length > 100 || domain.includes("\0")) return null;
  return memory.recall(`public:${domain}`, () =>
    db.project.findUnique({ where: { domain, isPublic: true }, include: { organization: true } }),
  );
}
