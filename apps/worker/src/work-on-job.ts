import type { AgentOutcome, AgentPorts } from "@docsteward/agent/ports";
import { runJob } from "@docsteward/agent/run-job";
import { failJob } from "@docsteward/services/job/fail";
import { finishJob } from "@docsteward/services/job/finish";
import { isJobCancelled } from "@docsteward/services/job/is-cancelled";
import type { JobClaim } from "@docsteward/services/job/job-claim";
import { type OpenedJob, openJob } from "@docsteward/services/job/open";
import { recordStep } from "@docsteward/services/job/record-step";
import { takeMessages } from "@docsteward/services/job/take-messages";
import { hostFor } from "./host-for.ts";
import type { WorkerParts } from "./parts.ts";
import { toAgentInput, toJobMessage } from "./to-agent-input.ts";

/**
 * Works on a job until it rests: takes it, runs the agent, records the end, and again while messages have come meanwhile.
 *
 * @throws FencedError when another worker has the job, and whatever the agent could not end the job with
 */
export async function workOnJob(parts: WorkerParts, jobId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const opened = await openJob(parts.services, jobId);
    if (opened === null) return;
    const claim = { jobId, attempt: opened.attempt };
    const outcome = await runJob(toAgentInput(opened, parts.services), portsFor(parts, opened, claim, signal));
    if ((await recordEnd(parts, claim, outcome)) === "ended") return;
  }
}

function portsFor(parts: WorkerParts, opened: OpenedJob, claim: JobClaim, signal: AbortSignal): AgentPorts {
  const { services, models, settings } = parts;
  return {
    host: hostFor(services, opened, claim),
    model: models.get(opened.job.model),
    dataDir: services.dataDir,
    clock: services.clock,
    limits: {
      maxSteps: settings.JOB_MAX_STEPS,
      maxTokens: settings.JOB_MAX_TOKENS,
      maxMinutes: settings.JOB_MAX_MINUTES,
      maxCostMicroUsd: Number.POSITIVE_INFINITY,
    },
    price: null,
    budget: async () => null,
    signal,
    record: ({ entries, events, patch }) => recordStep(services, claim, { steps: entries, events, patch }),
    isCancelled: () => isJobCancelled(services, claim.jobId),
    waitingMessages: async () => (await takeMessages(services, claim)).map(toJobMessage),
  };
}

function recordEnd({ services, log }: WorkerParts, claim: JobClaim, outcome: AgentOutcome) {
  if (outcome.status === "completed") {
    log.info({ prLink: outcome.pullRequest?.url ?? null }, "job completed");
    return finishJob(services, claim, outcome);
  }
  log.info({ code: outcome.code }, "job failed");
  return failJob(services, claim, outcome);
}
