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

const MAX_LISTED = 1_000;

/** The domains of projects that everyone may read, in their order. */
export async function listPublicDomains({ db, memory }: SystemContext): Promise<string[]> {
  const rows = await memory.recall("public projects", () =>
    db.project.findMany({
      where: { isPublic: true },
      orderBy: { domain: "asc" },
      take: MAX_LISTED,
      select: { domain: true },
    }),
  );
  return rows.map(({ domain }) => domain);
}
