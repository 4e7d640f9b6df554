import type { Transaction } from "@docsteward/db/client";
import { type WaitOptions, waitWhileAway } from "@docsteward/db/wait-while-away";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { GitHost, PullRequest } from "@docsteward/git/host";
import type { Services } from "../context.ts";
import type { NamedRepository } from "../git-host/repository-key.ts";
import type { JobClaim } from "../job/job-claim.ts";
import { lockClaim } from "../job/lock-claim.ts";
import { recordPullRequest } from "./record.ts";
import type { Teller } from "./tell-end.ts";

export type RecordedHostInput = {
  host: GitHost;
  projectId: string;
  /** The one that it is asked about. */
  repository: NamedRepository;
  claim: JobClaim | null;
  wait: WaitOptions;
};

/**
 * A Git host elsewhere, with everything that is heard of its pull requests remembered here. What is remembered waits while
 * PostgreSQL is away; writing it twice changes nothing.
 *
 * @param claim the worker that asks: once it has lost its job it opens and changes none
 */
export function createRecordedHost(
  services: Pick<Services, "db"> & Teller,
  { host, projectId, repository, claim, wait }: RecordedHostInput,
): GitHost {
  const write = <T>(work: (tx: Transaction) => Promise<T>) =>
    waitWhileAway(() => withTransaction(services.db, work), wait);
  type Known = { jobId?: string; baseSha?: string; treeSha?: string };
  const record = async (pull: PullRequest, known: Known = {}): Promise<PullRequest> => {
    const told = { projectId, source: repository, pull: { ...pull, ...known } };
    await write((tx) => recordPullRequest(services, tx, told));
    return pull;
  };
  const requireClaim = async () => {
    if (claim) await write((tx) => lockClaim(tx, claim));
  };
  return {
    ...host,
    async getPullRequest(source, number) {
      const found = await host.getPullRequest(source, number);
      return found && record(found);
    },
    async openPullRequest(request) {
      await requireClaim();
      const { jobId, baseSha, treeSha } = request;
      return record(await host.openPullRequest(request), { jobId, baseSha, treeSha });
    },
    async updatePullRequest(source, number, update) {
      await requireClaim();
      return record(await host.updatePullRequest(source, number, update), { treeSha: update.treeSha });
    },
  };
}
