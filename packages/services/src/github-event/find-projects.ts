import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import type { ProjectWithOrganization, Services } from "../context.ts";
import type { NamedRepository } from "./facts.ts";

/** The projects, of whatever organization, whose pages come from a repository at GitHub: by its number, else by its address. */
export async function findProjectsOf(
  { db, github }: Services,
  { id, fullName }: NamedRepository,
): Promise<ProjectWithOrganization[]> {
  const app = await github.current();
  if (app === null) return [];
  const [owner = "", name = ""] = fullName.split("/");
  const repository = toRepositoryAddress(app.webUrl, { owner, name });
  return db.project.findMany({
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
}
