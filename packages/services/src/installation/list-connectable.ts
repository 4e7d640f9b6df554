import type { ServiceContext } from "../context.ts";

export type ConnectableRepository = { fullName: string; isPrivate: boolean; isArchived: boolean };

const MAX = 100;

/** The repositories at GitHub that projects of the organization may be made over, by name; at most 100 at once. */
export async function listConnectable(
  { db, project }: ServiceContext,
  { search = "" }: { search?: string } = {},
): Promise<ConnectableRepository[]> {
  return db.gitHubRepository.findMany({
    where: {
      installation: { organizationId: project.organizationId, suspendedAt: null },
      fullName: { contains: search.trim(), mode: "insensitive" },
    },
    select: { fullName: true, isPrivate: true, isArchived: true },
    orderBy: { fullName: "asc" },
    take: MAX,
  });
}
