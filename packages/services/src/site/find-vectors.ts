import type { Services } from "../context.ts";

/**
 * Finds the vectors of texts that an embedder has seen before on this site, whichever page they stood on then.
 *
 * @returns packed vectors, each by the hash of its text
 */
export async function findVectors(
  { db }: Services,
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
