import type { Services } from "../context.ts";

/** A page that answers, without what it says. */
export type SiteFile = {
  file: string;
  sha: string;
  changedAt: Date | null;
  /** MD5 of what it says as it is stored, hexadecimal; null unless asked for. */
  digest: string | null;
};

/** The pages of the version that answers. */
export async function listSiteFiles(
  { db }: Services,
  { projectId, withDigests }: { projectId: string; withDigests: boolean },
): Promise<SiteFile[]> {
  return db.$queryRaw<SiteFile[]>`
    SELECT page.file, page.sha, page."changedAt", CASE WHEN ${withDigests}::bool THEN md5(page.page::text) END AS digest
    FROM "SiteIndex" site
    JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" <= site.version
      AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
    WHERE site."projectId" = ${projectId}`;
}
