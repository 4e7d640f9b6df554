import type { AgentPorts } from "@docsteward/agent/ports";
import { type WaitOptions, waitWhileAway } from "@docsteward/db/wait-while-away";
import { createModelsOfSettings } from "@docsteward/models/create-models-of-settings";
import { newId } from "@docsteward/platform/id";
import { priceOf } from "@docsteward/platform/model-price";
import { readBudget } from "@docsteward/services/budget/read";
import type { JobClaim } from "@docsteward/services/job/job-claim";
import type { OpenedJob } from "@docsteward/services/job/open";
import { recordStep } from "@docsteward/services/job/record-step";
import { takeMessages } from "@docsteward/services/job/take-messages";
import { limitsOfJob } from "@docsteward/services/job-limit/of-job";
import { findModelSettings } from "@docsteward/services/model-provider/find-settings";
import { findEqual } from "./find-equal.ts";
import { hostFor } from "./host-for.ts";
import type { WorkerParts } from "./parts.ts";
import { toAgentInput, toJobMessage } from "./to-agent-input.ts";

const MINUTE_MS = 60_000;

/**
 * What the agent needs from outside for one job, over the services. While PostgreSQL is away the agent waits; what it had to
 * store is stored once, also when the answer to the first try was lost.
 */
export async function portsFor(
  { services, models, settings, log }: WorkerParts,
  opened: OpenedJob,
  claim: JobClaim,
  signal: AbortSignal,
): Promise<AgentPorts> {
  const wait: WaitOptions = { log, signal };
  const own = await waitWhileAway(() => findModelSettings(services, opened), wait);
  const allowedNetworks = settings.MODEL_ALLOWED_NETWORKS;
  const model = (own ? createModelsOfSettings(own, { allowedNetworks }) : models).get(opened.job.model);
  const { maxCostUsd, ...bounds } = limitsOfJob(opened, {
    maxSteps: settings.JOB_MAX_STEPS,
    maxTokens: settings.JOB_MAX_TOKENS,
    maxMinutes: settings.JOB_MAX_MINUTES,
    maxCostUsd: settings.JOB_MAX_COST_USD,
  });
  const host = hostFor(services, { ...opened, endsAt: endOf(opened, bounds.maxMinutes) }, claim, wait);
  const { source } = toAgentInput(opened, services);
  return {
    host,
    model,
    dataDir: services.dataDir,
    repositoryBounds: services.repositoryBounds,
    clock: services.clock,
    limits: { ...bounds, maxCostMicroUsd: Math.round(maxCostUsd * 1_000_000) },
    pageCpuSeconds: settings.PAGE_CPU_SECONDS,
    price: priceOf(settings.MODEL_PRICES, model.name),
    budget: () => waitWhileAway(() => readBudget(services, opened), wait),
    findEqualPullRequest: (treeSha) => findEqual({ services, host, source, claim, wait }, treeSha),
    signal,
    async record({ entries, events, patch }) {
      const moment = { id: newId("rec"), steps: entries, events, patch };
      await waitWhileAway(() => recordStep(services, claim, moment), wait);
    },
    waitingMessages: async () => (await waitWhileAway(() => takeMessages(services, claim), wait)).map(toJobMessage),
  };
}

/** A job's time runs anew from the last message of a person. */
function endOf({ job, messages }: OpenedJob, maxMinutes: number): Date {
  const lastAt = messages.at(-1)?.createdAt ?? job.createdAt;
  return new Date(lastAt.getTime() + maxMinutes * MINUTE_MS);
}
