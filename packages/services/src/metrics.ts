import { countEntries, type EntryCount } from "@docsteward/db/queue";
import type { SystemContext } from "./context.ts";
import { listWorkers, type WorkerReport } from "./worker-process.ts";

type StateCount = { state: string; count: number };

/** The state of the whole installation, over all its tenants: numbers only, no names. */
export type InstallationMetrics = {
  entries: EntryCount[];
  jobs: StateCount[];
  indexes: StateCount[];
  pausedEndpoints: number;
  workers: WorkerReport[];
};

/** Counts what the processes of an installation share. For its operator: it crosses tenants. */
export async function readMetrics(ctx: SystemContext): Promise<InstallationMetrics> {
  const { db } = ctx;
  const [entries, jobs, indexes, pausedEndpoints, workers] = await Promise.all([
    countEntries(db),
    db.job.groupBy({ by: ["status"], _count: true }),
    db.siteIndex.groupBy({ by: ["status"], _count: true }),
    db.webhookEndpoint.count({ where: { pausedAt: { not: null } } }),
    listWorkers(ctx),
  ]);
  const toCount = ({ status, _count }: { status: string; _count: number }) => ({ state: status, count: _count });
  return { entries, jobs: jobs.map(toCount), indexes: indexes.map(toCount), pausedEndpoints, workers };
}
