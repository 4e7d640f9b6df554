import type { Job, JobMessage, Organization, Project, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { isLostCause } from "../losses.ts";
import { appendEvents } from "./append-events.ts";
import type { Failure } from "./fail.ts";
import { stopJob } from "./stop.ts";

export type JournalStep = { seq: number; attempt: number; kind: string; data: unknown };

/** All that a worker needs to begin a job or to go on with it. */
export type OpenedJob = {
  job: Job;
  project: Project;
  organization: Organization;
  attempt: number;
  /** The journal, in order. */
  steps: JournalStep[];
  /** Every message, in order; those above `job.takenMessageSeq` have not entered the conversation yet. */
  messages: JobMessage[];
};

const STEP_COLUMNS = { seq: true, attempt: true, kind: true, data: true } as const;

/**
 * Takes a job for a worker: raises its attempt, so that an earlier worker which is merely slow can write nothing more.
 *
 * An archived job that is active is worked on like any other, or it would never end. A job that has blocked two workers in a
 * row, with nothing recorded between, is not: it fails.
 *
 * @returns null when there is nothing to do: the job is gone or has ended. Queue entries outlive their work, so this is usual.
 */
export async function openJob(services: Services, jobId: string): Promise<OpenedJob | null> {
  return withTransaction(services.db, async (tx) => {
    const at = services.clock.now();
    const taken = await tx.$executeRaw`
      UPDATE "Job" SET attempt = attempt + 1, "startedAt" = COALESCE("startedAt", ${at}::timestamptz)
      WHERE id = ${jobId} AND status = 'active'`;
    if (taken === 0) return null;
    // One after another: inside a transaction there is one connection, and an `include` would ask it all at once.
    const job = await tx.job.findUniqueOrThrow({ where: { id: jobId } });
    if (isLostCause(job)) {
      await stopJob(services, tx, { job, failure: await describeLoss(tx, job), at });
      return null;
    }
    const project = await tx.project.findUniqueOrThrow({ where: { id: job.projectId } });
    const organization = await tx.organization.findUniqueOrThrow({ where: { id: project.organizationId } });
    const messages = await tx.jobMessage.findMany({ where: { jobId }, orderBy: { seq: "asc" } });
    const steps = await tx.jobStep.findMany({ where: { jobId }, orderBy: { seq: "asc" }, select: STEP_COLUMNS });
    const { attempt } = job;
    await appendEvents(tx, { jobId, events: [{ type: "job.started", data: { attempt } }], at });
    return { job, project, organization, attempt, steps, messages };
  });
}

async function describeLoss(tx: Transaction, { id }: Job): Promise<Failure> {
  const round = await tx.jobStep.findFirst({
    where: { jobId: id, kind: "round" },
    orderBy: { seq: "desc" },
    select: { data: true },
  });
  const { baseSha } = (round?.data ?? {}) as { baseSha?: string };
  const at = baseSha === undefined ? "" : ` at commit ${baseSha.slice(0, 7)}`;
  const reason = `This job made the worker stop responding twice${at}. Fix or remove the content that the job reads, then send a message to try again.`;
  return { code: "internal", reason };
}
