import type { Services } from "../context.ts";
import type { RepositoryUse } from "../git-host/require-use.ts";

/** A site whose repository is to be looked at now. */
export type DueSite = RepositoryUse & {
  projectId: string;
  baseRef: string;
  status: "ready" | "failed";
  /** The commit that answers. */
  commit: string | null;
  /** The commit that the last run read, as far as it got. */
  runCommit: string | null;
  endedAt: Date | null;
  /** A commit that has no run by itself. */
  givenUpCommit: string | null;
  ground: string | null;
  embedderId: string | null;
};

const MAX = 200;

/**
 * Takes the sites at rest that nobody has looked at for a while. However many workers ask, each site comes up once in that
 * time.
 *
 * A project from before there were indexes, or from a backup without them, gets one and comes up like any other.
 */
export async function takeDueSites(
  { db, clock }: Services,
  { host, everySeconds }: { host: string; everySeconds: number },
): Promise<DueSite[]> {
  const now = clock.now();
  await db.$executeRaw`
    INSERT INTO "SiteIndex" ("projectId", status, "requestedAt")
    SELECT id, 'ready', ${now}::timestamptz FROM "Project" project
    WHERE NOT EXISTS (SELECT 1 FROM "SiteIndex" site WHERE site."projectId" = project.id)
    ON CONFLICT DO NOTHING`;
  const before = new Date(now.getTime() - everySeconds * 1000);
  return db.$queryRaw<DueSite[]>`
    UPDATE "SiteIndex" site SET "lookedAt" = ${now}::timestamptz
    FROM "Project" project
    WHERE project.id = site."projectId" AND site."projectId" IN (
      SELECT due."projectId" FROM "SiteIndex" due JOIN "Project" owner ON owner.id = due."projectId"
      WHERE owner.host = ${host} AND due.status IN ('ready', 'failed')
        AND (due."lookedAt" IS NULL OR due."lookedAt" <= ${before}::timestamptz)
      ORDER BY due."lookedAt" NULLS FIRST LIMIT ${MAX}::int FOR UPDATE OF due SKIP LOCKED)
    RETURNING site."projectId", project.repository, project."hostRepositoryId", project."organizationId",
      project."grantedAccount", project."baseRef", site.status::text, site.commit, site."runCommit", site."endedAt",
      site."givenUpCommit", site.ground, site."embedderId"`;
}
