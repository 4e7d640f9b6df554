import { countEntries, type EntryCount } from "@docsteward/db/queue";
import type { SystemContext } from "./context.ts";

type StateCount = { state: string; count: number };

/** The state of the whole installation, over all its tenants: numbers only, no names. */
export type InstallationMetrics = {
  entries: EntryCount[];
  jobs: StateCount[];
  indexes: StateCount[];
  pausedEndpoints: number;
};

/** Counts what the processes of an installation share. For its operator: it crosses tenants. */
export async function readMetrics({ db }: SystemContext): Promise<InstallationMetrics> {
  const [entries, jobs, indexes, pausedEndpoints] = await Promise.all([
    countEntries(db),
    db.job.groupBy({ by: ["status"], _count: true }),
    db.siteIndex.groupBy({ by: ["status"], _count: true }),
    db.webhookEndpoint.count({ where: { pausedAt: { not: null } } }),
  ]);
  const toCount = ({ status, _count }: { status: string; _count: number }) => ({ state: status, count: _count });
  return { entries, jobs: jobs.map(toCount), indexes: indexes.map(toCount), pausedEndpoints };
}
