import type { Services } from "../context.ts";
import type { IndexClaim } from "./index-claim.ts";

/** Hands a run back whole, as a worker does that is told to stop: the next one is not told that a worker was lost over it. */
export async function releaseIndex({ db }: Services, claim: IndexClaim): Promise<void> {
  await db.siteIndex.updateMany({ where: { ...claim, status: "running" }, data: { status: "waiting", phase: null } });
}
