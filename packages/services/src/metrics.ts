import { countEntries, type EntryCount } from "@docsteward/db/queue";
import type { SystemContext } from "./context.ts";
import { listWorkers, type WorkerReport } from "./worker-process.ts";

const DAY_MS = 86_400_000;

type StateCount = { state: string; count: number };

/** The state of the whole installation, over all its tenants: numbers only, no names. */
export type InstallationMetrics = {
  entries: EntryCount[];
  /** All active ones, and of the others those that were created in the last day: a long history has millions. */
  jobs: StateCount[];
  indexes: StateCount[];
  pausedEndpoints: number;
  workers: WorkerReport[];
};

/** Counts what the processes of an installation share. For its operator: it crosses tenants. */
export async function readMetrics(ctx: SystemContext): Promise<InstallationMetrics> {
  const { db, clock } = ctx;
  const since = new Date(clock.now().getTime() - DAY_MS);
  const [entries, active, ended, indexes, pausedEndpoints, workers] = await Promise.all([
    countEntries(db),
    db.job.count({ where: { status: "active" } }),
    db.job.groupBy({
      by: ["status"],
      where: { status: { in: ["completed", "failed"] }, createdAt: { gte: since } },
      _count: true,
    }),
    db.siteIndex.groupBy({ by: ["status"], _count: true }),
    db.webhookEndpoint.count({ where: { pausedAt: { not: null } } }),
    listWorkers(ctx),
  ]);
  const toCount = ({ status, _count }: { status: string; _count: number }) => ({ state: status, count: _count });
  const jobs = [{ state: "active", count: active }, ...ended.map(toCount)];
  return { entries, jobs, indexes: indexes.map(toCount), pausedEndpoints, workers };
}
