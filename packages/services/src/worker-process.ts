import type { Prisma } from "@docsteward/db/client";
import { z } from "zod";
import type { SystemContext } from "./context.ts";

/** What a worker has done since its start, and what it uses now. */
export const WorkerFigures = z.object({
  /** Rounds of jobs that it ended, and the seconds that they took. */
  completed: z.number().default(0),
  failed: z.number().default(0),
  jobSeconds: z.number().default(0),
  /** Rounds that failed because the model did. */
  modelErrors: z.number().default(0),
  modelCalls: z.number().default(0),
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  memoryBytes: z.number().default(0),
  /** Free bytes on the disk of its data folder; null when it does not say. */
  diskFreeBytes: z.number().nullable().default(null),
  /** Connections of its pool, and how much work waits for one. */
  poolTotal: z.number().default(0),
  poolIdle: z.number().default(0),
  poolWaiting: z.number().default(0),
});
/** Parsed figures of a worker. */
export type WorkerFigures = z.infer<typeof WorkerFigures>;

/** With the ids of the jobs that it holds, as they are stored. */
const StoredFigures = WorkerFigures.extend({ jobs: z.array(z.string()).default([]) });

/** A worker process as it last reported. */
export type WorkerReport = {
  id: string;
  host: string;
  pid: number;
  startedAt: Date;
  concurrency: number;
  /** How many jobs it holds, and their ids. */
  running: number;
  jobs: string[];
  /** Why it takes no jobs, and since when; null while it does. */
  pause: { reason: string; since: Date } | null;
  figures: WorkerFigures;
};

/** How often a worker reports. */
export const REPORT_MS = 5_000;
/** One that has not reported for so long is gone, or has no database. */
const GONE_MS = 30_000;

/** Stores what a worker says of itself. */
export async function reportWorker({ db, clock }: SystemContext, report: WorkerReport): Promise<void> {
  const { id, pause, figures, jobs, ...rest } = report;
  const row = {
    ...rest,
    heartbeatAt: clock.now(),
    pauseReason: pause?.reason ?? null,
    pausedSince: pause?.since ?? null,
    figures: { ...figures, jobs } satisfies Prisma.InputJsonObject,
  };
  await db.workerProcess.upsert({ where: { id }, create: { id, ...row }, update: row });
}

/** Forgets a worker that ends, and those that ended without a word. */
export async function removeWorker({ db, clock }: SystemContext, { id }: { id: string }): Promise<void> {
  const gone = new Date(clock.now().getTime() - GONE_MS);
  await db.workerProcess.deleteMany({ where: { OR: [{ id }, { heartbeatAt: { lt: gone } }] } });
}

/** Every worker of the installation that reports, the oldest first. For its operator. */
export async function listWorkers({ db, clock }: Pick<SystemContext, "db" | "clock">): Promise<WorkerReport[]> {
  const alive = new Date(clock.now().getTime() - GONE_MS);
  const rows = await db.workerProcess.findMany({
    where: { heartbeatAt: { gte: alive } },
    orderBy: [{ startedAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ pauseReason: reason, pausedSince: since, figures: stored, heartbeatAt: _, ...row }) => {
    const { jobs, ...figures } = StoredFigures.parse(stored);
    return { ...row, pause: reason !== null && since !== null ? { reason, since } : null, jobs, figures };
  });
}
