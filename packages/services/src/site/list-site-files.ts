import type { Services } from "../context.ts";

/** A page that answers, without what it says. */
export type SiteFile = { file: string; sinceVersion: number; sha: string; changedAt: Date | null };

/** The pages of a version that answers or has answered last. */
export async function listSiteFiles(
  { db }: Services,
  { projectId, version }: { projectId: string; version: number },
): Promise<SiteFile[]> {
  return db.sitePage.findMany({
    where: {
      projectId,
      sinceVersion: { lte: version },
      OR: [{ untilVersion: null }, { untilVersion: { gt: version } }],
    },
    select: { file: true, sinceVersion: true, sha: true, changedAt: true },
  });
}
