import type { Organization, Project, SiteIndex, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { countIndexLoss, isPaused, MAX_LOSSES } from "../losses.ts";
import type { IndexClaim } from "./index-claim.ts";

/** A run as its worker takes it. */
export type ClaimedIndex = {
  claim: IndexClaim;
  project: Project;
  organization: Organization;
  /** How things stand before the run; `version` is what answers meanwhile. */
  index: SiteIndex;
};

/**
 * Takes the run of a project for a worker: raises the attempt, so that an earlier worker which is merely slow can write nothing
 * more, and clears away what a lost one has left.
 *
 * The attempt is the number of the version that the run makes.
 *
 * @returns null when there is nothing to do: nobody asked since the last run, {@link MAX_LOSSES} workers were lost over it, or the
 * project has to wait
 */
export async function claimIndex(services: Services, projectId: string): Promise<ClaimedIndex | null> {
  return withTransaction(services.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "SiteIndex" WHERE "projectId" = ${projectId} FOR UPDATE`;
    const index = await tx.siteIndex.findUnique({ where: { projectId } });
    if (index === null || index.status === "ready" || index.status === "failed") return null;
    const at = services.clock.now();
    // A run that is still under way was not handed back: its worker died.
    const losses = index.status === "running" ? countIndexLoss(index, at) : {};
    const { consecutiveLosses, lossCommit, pausedUntil } = { ...index, ...losses };
    if (consecutiveLosses >= MAX_LOSSES) {
      const failed = {
        status: "failed",
        failure: formatLoss(lossCommit),
        endedAt: at,
        takenRequest: index.requests,
        ...(lossCommit !== null && { givenUpCommit: lossCommit }),
      } as const;
      await tx.siteIndex.update({ where: { projectId }, data: { ...losses, ...failed, phase: null } });
      return null;
    }
    if (isPaused({ pausedUntil }, at)) {
      await tx.siteIndex.update({ where: { projectId }, data: { ...losses, status: "waiting", phase: null } });
      return null;
    }
    const attempt = index.attempt + 1;
    await clearUnfinished(tx, index);
    await tx.siteIndex.update({ where: { projectId }, data: { ...begun(index, at), attempt, ...losses } });
    const project = await tx.project.findUniqueOrThrow({ where: { id: projectId } });
    const organization = await tx.organization.findUniqueOrThrow({ where: { id: project.organizationId } });
    return { claim: { projectId, attempt }, project, organization, index };
  });
}

function formatLoss(lossCommit: string | null): string {
  const [what, advice] =
    lossCommit === null
      ? ["fetched the repository", "See the log for the cause"]
      : [
          `read commit ${lossCommit.slice(0, 7)}`,
          "See the log for the cause, and fix or remove the page that takes too long to read",
        ];
  return `The worker stopped twice while it ${what}. ${advice}, then run \`docsteward index\`.`;
}

function begun({ requests }: SiteIndex, at: Date) {
  const none = { runCommit: null, endedAt: null, failure: null, pagesDone: 0, pagesTotal: 0 };
  return { ...none, status: "running", takenRequest: requests, startedAt: at, phase: "fetching" } as const;
}

/** Takes back what a run wrote that never came to answer, and drops what answers no more. */
async function clearUnfinished(tx: Transaction, { projectId, version }: SiteIndex): Promise<void> {
  await tx.sitePage.deleteMany({ where: { projectId, sinceVersion: { gt: version } } });
  await tx.sitePage.updateMany({
    where: { projectId, untilVersion: { gt: version } },
    data: { untilVersion: null },
  });
  await tx.sitePage.deleteMany({ where: { projectId, untilVersion: { lte: version } } });
}
