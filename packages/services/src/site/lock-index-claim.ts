import type { SiteIndex, Transaction } from "@docsteward/db/client";
import type { IndexClaim } from "./index-claim.ts";
import { IndexLostError } from "./index-lost-error.ts";

/** Reads the site of a claim and locks it until `tx` ends. @throws IndexLostError when the claim is lost */
export async function lockIndexClaim(tx: Transaction, claim: IndexClaim): Promise<SiteIndex> {
  const { projectId, attempt } = claim;
  await tx.$queryRaw`SELECT 1 FROM "SiteIndex" WHERE "projectId" = ${projectId} FOR UPDATE`;
  const index = await tx.siteIndex.findUnique({ where: { projectId } });
  if (index?.status !== "running" || index.attempt !== attempt) throw new IndexLostError(claim);
  return index;
}
