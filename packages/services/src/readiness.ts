import { countEntries } from "@docsteward/db/queue";
import type { SystemContext } from "./context.ts";
import { listWorkers } from "./worker-process.ts";

/** How the parts behind a web process are. It can serve requests with each of these, so none of them makes it unready. */
export type Readiness = {
  /** The newest migration of the database; `unfinished` while one was begun and not ended. */
  migration: string;
  /** `no_worker` while no worker reports, `paused` while none of them takes jobs, `late` while an entry waits for over a minute. */
  queue: "ok" | "no_worker" | "paused" | "late";
  /** `failing` while the last index run of a site failed. */
  index: "ok" | "failing";
};

const LATE_SECONDS = 60;

/** Says how migrations, queue and indexes are. Probes come often, and anyone may send them: it looks once in five seconds. */
export function getReadiness(ctx: SystemContext): Promise<Readiness> {
  return ctx.memory.recall("readiness", () => look(ctx));
}

async function look(ctx: SystemContext): Promise<Readiness> {
  const { db } = ctx;
  const [migrations, entries, workers, failed] = await Promise.all([
    db.$queryRaw<{ name: string; isFinished: boolean }[]>`
      SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
      WHERE rolled_back_at IS NULL ORDER BY finished_at IS NULL DESC, migration_name DESC LIMIT 1`,
    countEntries(db),
    listWorkers(ctx),
    db.siteIndex.findFirst({ where: { status: "failed" }, select: { projectId: true } }),
  ]);
  const [newest] = migrations;
  const isLate = entries.some(({ state, oldestSeconds }) => state === "waiting" && oldestSeconds > LATE_SECONDS);
  const isPaused = workers.every(({ pause }) => pause !== null);
  return {
    migration: newest?.isFinished ? newest.name : "unfinished",
    queue: workers.length === 0 ? "no_worker" : isPaused ? "paused" : isLate ? "late" : "ok",
    index: failed === null ? "ok" : "failing",
  };
}
