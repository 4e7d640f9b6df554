import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";

/** The vectors of one page's passages, in their order. */
export type PageVectors = { file: string; sinceVersion: number; hashes: string[]; vectors: Uint8Array };

/** Keeps what an embedder made of pages. Nobody uses it before `showVectors`. @throws IndexLostError when the run is lost */
export async function storeVectors(
  services: Services,
  claim: IndexClaim,
  { embedderId, pages }: { embedderId: string; pages: PageVectors[] },
): Promise<void> {
  await withTransaction(services.db, async (tx) => {
    await lockIndexClaim(tx, claim);
    const data = pages.map(({ vectors, ...page }) => ({
      ...page,
      vectors: Uint8Array.from(vectors),
      projectId: claim.projectId,
      embedderId,
    }));
    await tx.sitePageVectors.createMany({ data, skipDuplicates: true });
  });
}
