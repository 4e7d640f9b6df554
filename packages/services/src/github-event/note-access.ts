import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import type { Services } from "../context.ts";
import { syncInstallations } from "../installation/sync-installations.ts";

/**
 * Something has changed about where the App is installed, what it may see there, or what a repository is called: all of that is
 * asked of GitHub anew, so that events may come in any order. Projects and their jobs follow a repository to its new name.
 */
export async function noteAccess(services: Services): Promise<void> {
  const { db, github, memory } = services;
  const app = await github.current();
  if (app === null) return;
  await syncInstallations(services);
  const projects = await db.project.findMany({
    where: { host: "github", hostRepositoryId: { not: null } },
    select: { id: true, hostRepositoryId: true, repository: true },
  });
  const known = await db.gitHubRepository.findMany({
    where: { id: { in: projects.flatMap(({ hostRepositoryId }) => hostRepositoryId ?? []) } },
  });
  const names = new Map(known.map(({ id, fullName }) => [id, fullName]));
  for (const { id, hostRepositoryId, repository: from } of projects) {
    const [owner = "", name = ""] = names.get(hostRepositoryId ?? "")?.split("/") ?? [];
    if (name === "") continue;
    const to = toRepositoryAddress(app.webUrl, { owner, name });
    if (to === from) continue;
    await db.$transaction([
      db.project.updateMany({ where: { id, repository: from }, data: { repository: to } }),
      db.job.updateMany({ where: { projectId: id, repository: from }, data: { repository: to } }),
    ]);
    memory.forget();
  }
}
