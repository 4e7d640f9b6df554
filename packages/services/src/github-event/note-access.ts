import { withTransaction } from "@docsteward/db/with-transaction";
import { toRepositoryAddress } from "@docsteward/git/github/repository-name";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { mayUse } from "../git-host/require-use.ts";
import { syncInstallations } from "../installation/sync-installations.ts";

/**
 * Something has changed about where the App is installed, what it may see there, or what a repository is called: all of that is
 * asked of GitHub anew, so that events may come in any order. Projects and their jobs follow a repository to its new name, and to
 * another account only where that serves their organization: else they do not even learn its name.
 */
export async function noteAccess(services: Services): Promise<void> {
  const { db, github, memory, clock } = services;
  const app = await github.current();
  if (app === null) return;
  await syncInstallations(services);
  const projects = await db.project.findMany({ where: { host: "github", hostRepositoryId: { not: null } } });
  const known = await db.gitHubRepository.findMany({
    where: { id: { in: projects.flatMap(({ hostRepositoryId }) => hostRepositoryId ?? []) } },
  });
  await followRenames(services, app.webUrl);
  const names = new Map(known.map(({ id, fullName }) => [id, fullName]));
  for (const project of projects) {
    const { id, organizationId, hostRepositoryId, repository: from } = project;
    const [owner = "", name = ""] = names.get(hostRepositoryId ?? "")?.split("/") ?? [];
    if (name === "") continue;
    const to = toRepositoryAddress(app.webUrl, { owner, name });
    if (to === from || !(await mayUse(services, project))) continue;
    await withTransaction(db, async (tx) => {
      const moved = await tx.project.updateMany({ where: { id, repository: from }, data: { repository: to } });
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

/** Jobs and pull requests of repositories that their project has no longer follow them, too. */
async function followRenames({ db }: Services, webUrl: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "Job" SET repository = ${webUrl} || '/' || known."fullName"
    FROM "GitHubRepository" known, "GitHubInstallation" installation, "Project" project
    WHERE project.id = "Job"."projectId" AND known."installationId" = installation.id
      AND (installation."organizationId" = project."organizationId"
        OR lower(installation.account) = lower(project."grantedAccount"))
      AND known.id = "Job"."hostRepositoryId" AND "Job".repository <> ${webUrl} || '/' || known."fullName"`;
  await db.$executeRaw`
    UPDATE "PullRequest" SET repository = ${webUrl} || '/' || known."fullName"
    FROM "GitHubRepository" known, "GitHubInstallation" installation, "Project" project
    WHERE project.id = "PullRequest"."projectId" AND known."installationId" = installation.id
      AND (installation."organizationId" = project."organizationId"
        OR lower(installation.account) = lower(project."grantedAccount"))
      AND 'github:' || known.id = "PullRequest"."repositoryKey"
      AND "PullRequest".repository <> ${webUrl} || '/' || known."fullName"`;
}
