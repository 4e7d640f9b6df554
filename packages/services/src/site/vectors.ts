import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { notify } from "@docsteward/db/notify";
import { afterCommit, inTransaction, type SystemContext } from "../context.ts";
import { type Lease, lockLease } from "../lease.ts";

/**
 * Finds the vectors of texts that an embedder has seen before on this site, whichever page they stood on then.
 *
 * @returns packed vectors, each by the hash of its text
 */
export async function findVectors(
  { db }: SystemContext,
  { projectId, embedderId, hashes }: { projectId: string; embedderId: string; hashes: string[] },
): Promise<Map<string, Uint8Array>> {
  const wanted = new Set(hashes);
  const rows = await db.$queryRaw<{ hashes: string[]; vectors: Uint8Array }[]>`
    SELECT hashes, vectors FROM "SitePageVectors"
    WHERE "projectId" = ${projectId} AND "embedderId" = ${embedderId} AND hashes && ${hashes}::text[]`;
  const found = new Map<string, Uint8Array>();
  for (const row of rows) {
    const stride = row.vectors.length / row.hashes.length;
    for (const [at, hash] of row.hashes.entries())
      if (wanted.has(hash)) found.set(hash, row.vectors.subarray(at * stride, (at + 1) * stride));
  }
  return found;
}

/** A page that answers and that an embedder has not seen. */
export type PageWithoutVectors = { file: string; sinceVersion: number; page: IndexedPage };

/** Pages of the version that answers which lack the vectors of an embedder, and how many there are in all. */
export async function listPagesWithoutVectors(
  { db }: SystemContext,
  { projectId, embedderId, limit }: { projectId: string; embedderId: string; limit: number },
): Promise<{ pages: PageWithoutVectors[]; total: number }> {
  const rows = await db.$queryRaw<(PageWithoutVectors & { total: bigint })[]>`
    WITH missing AS (
      SELECT page.file, page."sinceVersion" FROM "SiteIndex" site
      JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" <= site.version
        AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
      WHERE site."projectId" = ${projectId} AND NOT EXISTS (
        SELECT 1 FROM "SitePageVectors" kept WHERE kept."projectId" = page."projectId" AND kept.file = page.file
          AND kept."sinceVersion" = page."sinceVersion" AND kept."embedderId" = ${embedderId})
    )
    SELECT page.file, page."sinceVersion", page.page, (SELECT count(*) FROM missing) AS total
    FROM (SELECT * FROM missing ORDER BY file LIMIT ${limit}::int) first
    JOIN "SitePage" page ON page."projectId" = ${projectId} AND page.file = first.file
      AND page."sinceVersion" = first."sinceVersion"`;
  return {
    pages: rows.map(({ total: _, ...page }) => page),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** The vectors of one page's passages, in their order. */
export type PageVectors = { file: string; sinceVersion: number; hashes: string[]; vectors: Uint8Array };

/** Keeps what an embedder made of pages. No reader uses it before `publishVectors`. @throws LeaseLostError */
export async function storeVectors(
  ctx: SystemContext,
  { lease, embedderId, pages }: { lease: Lease<"index">; embedderId: string; pages: PageVectors[] },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockLease(ctx, lease);
    const data = pages.map(({ vectors, ...page }) => ({
      ...page,
      vectors: Uint8Array.from(vectors),
      projectId: lease.id,
      embedderId,
    }));
    await ctx.db.sitePageVectors.createMany({ data, skipDuplicates: true });
  });
}

/**
 * Tells everybody that the vectors of the version that answers are there, and drops those of other embedders.
 *
 * @throws LeaseLostError
 */
export async function publishVectors(
  ctx: SystemContext,
  { lease, embedderId }: { lease: Lease<"index">; embedderId: string },
): Promise<void> {
  const { id: projectId } = lease;
  await inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    await lockLease(ctx, lease);
    await db.sitePageVectors.deleteMany({ where: { projectId, embedderId: { not: embedderId } } });
    await db.siteIndex.update({ where: { projectId }, data: { embedderId, vectorsRevision: { increment: 1 } } });
    await notify(db, "site", projectId);
  });
  afterCommit(ctx, () => ctx.sites.expire(projectId));
}
