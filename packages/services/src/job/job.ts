import { AppError } from "@docsteward/contract/error";
import type { AgentJob, FailureCode } from "@docsteward/contract/job";
import type { Job, JobMessage, Organization, Project } from "@docsteward/db/client";
import { z } from "zod";
import { type AuditAction, recordAudit } from "../audit/record.ts";
import type { ProjectContext } from "../context.ts";
import type { Lease } from "../lease.ts";

/** The input of verbs on one job. */
export const JobId = z.object({ id: z.string().max(100) });
/** Names a job of the project. */
export type JobId = z.infer<typeof JobId>;

/** The job's current state. @throws AppError `not_found` */
export async function getJob(ctx: ProjectContext, input: JobId): Promise<AgentJob> {
  const job = await requireJob(ctx, input);
  return presentJob(job, await findQueuePositions(ctx, [job]));
}

/** The places of jobs that wait for a worker, by job id. */
export async function findQueuePositions(
  { db, queue }: ProjectContext,
  jobs: readonly Job[],
): Promise<Map<string, number>> {
  const ids = jobs.filter(({ status }) => status === "active").map(({ id }) => id);
  return queue.job.findPlaces(db, ids);
}

/**
 * A job as the public API shows it. The link of its pull request stays while a follow-up runs.
 *
 * @param positions places in the queue, where they are asked for
 */
export function presentJob(job: Job, positions?: ReadonlyMap<string, number>): AgentJob {
  const queuePosition = positions?.get(job.id);
  return {
    ...(queuePosition !== undefined && { queuePosition }),
    id: job.id,
    status: job.status,
    source: { repository: job.repository, ref: job.baseRef },
    model: job.model,
    prLink: job.prLink,
    createdAt: job.createdAt.toISOString(),
    archivedAt: job.archivedAt?.toISOString() ?? null,
  };
}

/** @throws AppError `not_found`, the same for an unknown job and for another project's */
export async function requireJob({ db, project }: ProjectContext, { id }: JobId): Promise<Job> {
  const job = await db.job.findUnique({ where: { id, projectId: project.id } });
  if (!job) throw new AppError("not_found", "Job not found.");
  return job;
}

/**
 * Reads a job of a project and keeps it unchanged by others until the transaction ends.
 *
 * @throws AppError `not_found`, the same for an unknown job and for another project's
 */
export async function lockJob(ctx: ProjectContext, { id }: JobId): Promise<Job> {
  await ctx.db.$queryRaw`SELECT 1 FROM "Job" WHERE id = ${id} AND "projectId" = ${ctx.project.id} FOR UPDATE`;
  return requireJob(ctx, { id });
}

/** Writes into the audit log that a person or a key changed a job, in the transaction of the change. */
export async function auditJob(
  ctx: ProjectContext,
  { job, action }: { job: Pick<Job, "id" | "title">; action: Extract<AuditAction, `job.${string}`> },
): Promise<void> {
  const { id: projectId, organizationId, domain } = ctx.project;
  await recordAudit(ctx, {
    ...{ organizationId, projectId, action, targetId: job.id },
    details: { project: domain, job: job.id, title: job.title },
  });
}

/** Why a job failed. */
export type Failure = {
  code: FailureCode;
  /** A sentence for the person who asked: what is wrong and what to do. */
  reason: string;
};

/** One stored entry of a job's journal; `attempt` is the worker attempt that wrote it. */
export type StoredEntry = { seq: number; attempt: number; kind: string; data: unknown };

/** All that a worker needs to begin a job or to go on with it. */
export type OpenedJob = {
  job: Job;
  project: Project;
  organization: Organization;
  lease: Lease<"job">;
  /** The journal, in order. */
  journal: StoredEntry[];
  /** Every message, in order; those above `job.takenMessageSeq` have not entered the conversation yet. */
  messages: JobMessage[];
};
