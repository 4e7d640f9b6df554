import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import type { ProjectWithOrganization, Services } from "../context.ts";
import { mayUse } from "../git-host/require-use.ts";
import type { NamedRepository } from "./facts.ts";

/** The projects, of whatever organization, that may use a repository at GitHub and have their pages from it: by its number, else by its address. */
export async function findProjectsOf(
  services: Services,
  { id, fullName }: NamedRepository,
): Promise<ProjectWithOrganization[]> {
  const { db, github } = services;
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
  for (const project of projects) if (await mayUse(services, project)) usable.push(project);
  return usable;
}
