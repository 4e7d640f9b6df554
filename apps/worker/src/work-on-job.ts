import type { AgentOutcome } from "@docsteward/agent/ports";
import { revertJobPush } from "@docsteward/agent/publish/revert-push";
import { runJob } from "@docsteward/agent/run-job";
import { retryWhileUnavailable } from "@docsteward/db/database-error";
import { GitError } from "@docsteward/git/error";
import { runAs } from "@docsteward/platform/watchdog";
import { claimJob, failJob, finishJob, type RoundEnd } from "@docsteward/services/job/lease";
import { findStoppedJob } from "@docsteward/services/job/stop";
import type { Lease } from "@docsteward/services/lease";
import { createAgentPorts, createJobHost, toAgentInput } from "./agent-ports.ts";
import type { WorkerDependencies } from "./dependencies.ts";

/**
 * Works on a job until it rests: takes it, runs the agent, records the end, and again while messages have come meanwhile.
 *
 * While PostgreSQL is away it waits and then goes on.
 *
 * @param options.isLastTry what git or its host could not do ends the job then, by its name, and is not left to another worker
 * @throws LeaseLostError when another worker has the job, and whatever the agent could not end the job with
 */
export async function processJob(
  parts: WorkerDependencies,
  jobId: string,
  signal: AbortSignal,
  { isLastTry = false }: { isLastTry?: boolean } = {},
): Promise<void> {
  const { services, log } = parts;
  for (;;) {
    signal.throwIfAborted();
    const opened = await retryWhileUnavailable(() => claimJob(services, { id: jobId }), { log, signal });
    if (opened === null) return;
    const { lease } = opened;
    const work = async () => runJob(toAgentInput(opened, services), await createAgentPorts(parts, opened, signal));
    const outcome = await runAs(lease, work).catch((error: unknown): AgentOutcome => {
      if (!isLastTry || !(error instanceof GitError)) throw error;
      log.error({ err: error }, "job failed permanently");
      return { status: "failed", code: "internal", reason: error.message };
    });
    if ((await retryWhileUnavailable(() => recordEnd(parts, lease, outcome), { log, signal })) === "ended") return;
  }
}

async function recordEnd(
  { services, log }: WorkerDependencies,
  lease: Lease<"job">,
  outcome: AgentOutcome,
): Promise<RoundEnd> {
  if (outcome.status === "completed") {
    const end = await finishJob(services, { lease, ...outcome });
    log.info({ prLink: outcome.pullRequest?.url ?? null }, "job completed");
    return end;
  }
  const end = await failJob(services, { lease, ...outcome });
  log.info({ code: outcome.code }, "job failed");
  return end;
}

/**
 * Takes back what a job that somebody ended has left on its branch, whoever had pushed it. Entries of one job run one after
 * another, so nobody works on the job meanwhile.
 */
export async function revertStoppedJob(parts: WorkerDependencies, jobId: string, signal: AbortSignal): Promise<void> {
  const { services, log } = parts;
  const wait = { log, signal };
  const stopped = await retryWhileUnavailable(() => findStoppedJob(services, { id: jobId }), wait);
  if (stopped === null) return;
  const host = createJobHost(services, stopped, null, wait);
  await revertJobPush(toAgentInput(stopped, services), { host, dataDir: services.dataDir, signal });
}
