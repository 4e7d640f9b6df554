import type { Services } from "../context.ts";
import type { IndexClaim } from "./index-claim.ts";
import { IndexLostError } from "./index-lost-error.ts";

export const INDEX_PHASES = ["fetching", "reading", "embedding"] as const;
export type IndexPhase = (typeof INDEX_PHASES)[number];

export type IndexProgress = { phase: IndexPhase; runCommit?: string; pagesDone?: number; pagesTotal?: number };

/** Notes how far a run is, for people who wait for it. @throws IndexLostError when the worker has lost the run */
export async function recordIndexProgress({ db }: Services, claim: IndexClaim, progress: IndexProgress): Promise<void> {
  const { count } = await db.siteIndex.updateMany({ where: { ...claim, status: "running" }, data: progress });
  if (count === 0) throw new IndexLostError(claim);
}
