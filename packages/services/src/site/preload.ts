import type { SystemContext } from "../context.ts";

const MAX_SITES = 50;
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

/**
 * Loads the sites that were asked or searched last, the newest first, and starts the embedder where there is one: the first
 * question after a start finds them in memory. Nothing that fails here keeps a process from answering.
 */
export async function preloadSites({ db, clock, sites, embedder }: SystemContext): Promise<void> {
  const since = new Date(clock.now().getTime() - MAX_AGE_MS);
  // Both largest values are the ends of an index.
  const rows = await db.$queryRaw<{ projectId: string }[]>`
    SELECT site."projectId" FROM "SiteIndex" site
    CROSS JOIN LATERAL (SELECT GREATEST(
      (SELECT max("createdAt") FROM "ThreadTurn" turn WHERE turn."projectId" = site."projectId"),
      (SELECT max(day)::timestamptz FROM "SearchDay" search WHERE search."projectId" = site."projectId")) AS at) asked
    WHERE site.version > 0 AND asked.at > ${since}
    ORDER BY asked.at DESC LIMIT ${MAX_SITES}::int`;
  if (rows.length === 0) return;
  await Promise.all([embedder?.start?.(), sites.warm(rows.map(({ projectId }) => projectId))]);
}
