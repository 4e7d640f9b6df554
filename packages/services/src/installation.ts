import { statfs } from "node:fs/promises";
import { AppError } from "@docsteward/contract/error";
import { describeOrphans } from "@docsteward/db/embedded/start";
import type { FailedEntry } from "@docsteward/db/failed-entries";
import { countEntries, type EntryCount } from "@docsteward/db/queue";
import { countCaches } from "@docsteward/git/cache/prune-caches";
import { runGit } from "@docsteward/git/run/run-git";
import { z } from "zod";
import { recordAudit } from "./audit/record.ts";
import { inTransaction, type SystemContext } from "./context.ts";
import { requireOperator } from "./organization.ts";
import { getReadiness } from "./readiness.ts";
import { listRecentErrors, type RecentError } from "./recent-error.ts";
import { listWorkers, type WorkerReport } from "./worker-process.ts";

/** The whole installation, for the people who run it. It crosses tenants, but holds no text of theirs. */
export type Installation = {
  queues: EntryCount[];
  failed: FailedEntry[];
  workers: WorkerReport[];
  versions: { node: string; git: string; postgresql: string; schema: string };
  /** Of the web process that answers. */
  disk: { path: string; freeBytes: number; totalBytes: number } | null;
  /** Caches of repositories that no project uses, and a sentence for each embedded database without a data folder. */
  leftovers: { caches: number; unusedCaches: number; databases: string[] };
  /** Sites whose last index run failed. */
  failedIndexes: { org: string; domain: string; failure: string; failedAt: Date | null }[];
  errors: RecentError[];
};

const MAX_ROWS = 50;

/** Looks at queues, workers, disk and errors. @throws AppError `role_too_low` */
export async function getInstallation(ctx: SystemContext): Promise<Installation> {
  await requireOperator(ctx);
  const [queues, failed, workers, versions, disk, leftovers, failedIndexes, errors] = await Promise.all([
    countEntries(ctx.db),
    ctx.queue.listFailed(ctx.db, MAX_ROWS),
    listWorkers(ctx),
    readVersions(ctx),
    readDisk(ctx.dataDir),
    findLeftovers(ctx),
    listFailedIndexes(ctx),
    listRecentErrors(ctx),
  ]);
  return { queues, failed, workers, versions, disk, leftovers, failedIndexes, errors };
}

/** Input of `redriveEntry`: a failed entry. */
export const RedriveEntry = z.object({ id: z.uuid() });

/**
 * Gives a failed entry to the workers once more.
 *
 * @throws AppError `role_too_low`, `not_found`
 */
export async function redriveEntry(ctx: SystemContext, { id }: z.infer<typeof RedriveEntry>): Promise<void> {
  const first = await requireOperator(ctx);
  await inTransaction(ctx, async (ctx) => {
    const entry = await ctx.queue.redrive(ctx.db, id);
    if (entry === null) throw new AppError("not_found", "Failed entry not found. It may have been retried already.");
    if (first === null) return;
    await recordAudit(ctx, { organizationId: first.id, action: "queue.redriven", targetId: id, details: { ...entry } });
  });
}

async function readVersions(ctx: SystemContext): Promise<Installation["versions"]> {
  const [[server], { stdout }, { migration }] = await Promise.all([
    ctx.db.$queryRaw<{ version: string }[]>`SELECT current_setting('server_version') AS version`,
    runGit({ args: ["--version"] }),
    getReadiness(ctx),
  ]);
  const git = stdout.toString("utf8").trim().replace("git version ", "");
  return { node: process.versions.node, git, postgresql: server?.version ?? "", schema: migration };
}

async function readDisk(path: string): Promise<Installation["disk"]> {
  const found = await statfs(path).catch(() => null);
  if (found === null) return null;
  return { path, freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
}

async function findLeftovers({ db, dataDir }: SystemContext): Promise<Installation["leftovers"]> {
  const rows = await db.$queryRaw<{ repository: string }[]>`
    SELECT repository FROM "Project" UNION SELECT repository FROM "Source"`;
  const [{ all, unused }, databases] = await Promise.all([
    countCaches(
      dataDir,
      rows.map(({ repository }) => repository),
    ),
    describeOrphans(dataDir),
  ]);
  return { caches: all, unusedCaches: unused, databases };
}

async function listFailedIndexes({ db }: SystemContext): Promise<Installation["failedIndexes"]> {
  const rows = await db.siteIndex.findMany({
    where: { status: "failed" },
    include: { project: { include: { organization: true } } },
    orderBy: { requestedAt: "desc" },
    take: MAX_ROWS,
  });
  return rows.map(({ project, failure, endedAt }) => ({
    org: project.organization.slug,
    domain: project.domain,
    failure: failure ?? "",
    failedAt: endedAt,
  }));
}
