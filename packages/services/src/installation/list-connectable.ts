import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import type { Services } from "../context.ts";

export type ConnectableRepository = {
  fullName: string;
  /** What a project is made with. */
  address: string;
  isPrivate: boolean;
  isArchived: boolean;
};

const MAX = 100;

/** The repositories at GitHub that projects of an organization may be made over, by name; at most 100 at once. */
export async function listConnectable(
  { db, github }: Pick<Services, "db" | "github">,
  { organizationId, search = "" }: { organizationId: string; search?: string },
): Promise<ConnectableRepository[]> {
  const webUrl = (await github.current())?.webUrl ?? github.webUrl;
  const repositories = await db.gitHubRepository.findMany({
    where: {
      installation: { organizationId, suspendedAt: null },
      fullName: { contains: search.trim(), mode: "insensitive" },
    },
    select: { fullName: true, isPrivate: true, isArchived: true },
    orderBy: { fullName: "asc" },
    take: MAX,
  });
  return repositories.map((repository) => {
    const [owner = "", name = ""] = repository.fullName.split("/");
    return { ...repository, address: toRepositoryAddress(webUrl, { owner, name }) };
  });
}
