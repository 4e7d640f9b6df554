import { setTimeout as wait } from "node:timers/promises";
import { createClient, type Database } from "@docsteward/db/client";
import { silentLogger } from "@docsteward/platform/log";
import { readRequests } from "./plan-jobs.ts";

/** A job as the database holds it when everything is at rest. */
export type JobRecord = {
  id: string;
  /** `chaos-017`, from its prompt. */
  name: string;
  status: string;
  failure: string | null;
  branch: string | null;
  prLink: string | null;
  /** How many pull requests name it. */
  pullRequests: number;
  /** What people asked for, by the order of the rows. */
  messages: string[];
  takenMessages: number;
  lastEventSeq: number;
  events: { seq: number; type: string; atMs: number }[];
  steps: { kind: string; data: StepData; atMs: number }[];
};

/** The pieces of journal entries that the checks look at. */
type StepData = { messages?: { content: string }[]; toolCallId?: string; commit?: string };

const LONGEST_WAIT_MS = 60_000;

/**
 * Reads all jobs of the database with their journals, oldest first.
 *
 * @param databaseUrl called again while the database does not answer, because it may just have been killed
 */
export async function readRecords(databaseUrl: () => string): Promise<JobRecord[]> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      return await readAll(databaseUrl());
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(500);
    }
  }
}

async function readAll(databaseUrl: string): Promise<JobRecord[]> {
  const db = createClient(databaseUrl, { poolSize: 1, log: silentLogger });
  try {
    const jobs = await db.job.findMany({ orderBy: { createdAt: "asc" } });
    const records: JobRecord[] = [];
    for (const job of jobs) records.push(await readRecord(db, job));
    return records;
  } finally {
    await db.$disconnect();
  }
}

async function readRecord(db: Database, job: Awaited<ReturnType<Database["job"]["findFirstOrThrow"]>>) {
  const where = { jobId: job.id };
  const orderBy = { seq: "asc" } as const;
  const messages = await db.jobMessage.findMany({ where, orderBy });
  const events = await db.jobEvent.findMany({ where, orderBy, select: { seq: true, type: true, createdAt: true } });
  const steps = await db.journalEntry.findMany({ where, orderBy });
  return {
    id: job.id,
    name: readRequests(messages[0]?.content ?? "")[0]?.name ?? job.id,
    status: job.status,
    failure: job.failureCode && `${job.failureCode}: ${job.failureReason}`,
    branch: job.branch,
    prLink: job.prLink,
    pullRequests: await db.pullRequest.count({ where }),
    messages: messages.map(({ content }) => content),
    takenMessages: job.takenMessageSeq,
    lastEventSeq: job.lastEventSeq,
    events: events.map(({ seq, type, createdAt }) => ({ seq, type, atMs: createdAt.getTime() })),
    steps: steps.map(({ kind, data, createdAt }) => ({ kind, data: data as StepData, atMs: createdAt.getTime() })),
  };
}
