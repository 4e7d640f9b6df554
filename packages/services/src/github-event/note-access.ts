import { withTransaction } from "@docsteward/db/with-transaction";
import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { syncInstallations } from "../installation/sync-installations.ts";

/**
 * Something has changed about where the App is installed, what it may see there, or what a repository is called: all of that is
 * asked of GitHub anew, so that events may come in any order. Projects and their jobs follow a repository to its new name.
 */
export async function noteAccess(services: Services): Promise<void> {
  const { db, github, memory, clock } = services;
  const app = await github.current();
  if (app === null) return;
  await syncInstallations(services);
  const projects = await db.project.findMany({
    where: { host: "github", hostRepositoryId: { not: null } },
    select: { id: true, organizationId: true, hostRepositoryId: true, repository: true },
  });
  const known = await db.gitHubRepository.findMany({
    where: { id: { in: projects.flatMap(({ hostRepositoryId }) => hostRepositoryId ?? []) } },
  });
  const names = new Map(known.map(({ id, fullName }) => [id, fullName]));
  for (const { id, organizationId, hostRepositoryId, repository: from } of projects) {
    const [owner = "", name = ""] = names.get(hostRepositoryId ?? "")?.split("/") ?? [];
    if (name === "") continue;
    const to = toRepositoryAddress(app.webUrl, { owner, name });
    if (to === from) continue;
    await withTransaction(db, async (tx) => {
      const moved = await tx.project.updateMany({ where: { id, repository: from }, data: { repository: to } });
      await tx.job.updateMany({ where: { projectId: id, repository: from }, data: { repository: to } });
      if (moved.count === 0) return;
      await recordAudit(tx, {
        organizationId,
        projectId: id,
        actor: { kind: "service" },
        action: "project.updated",
        targetId: id,
        details: { repository: to },
        at: clock.now(),
      });
    });
    memory.forget();
  }
}
