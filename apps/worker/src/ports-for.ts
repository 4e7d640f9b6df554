import type { AgentPorts } from "@docsteward/agent/ports";
import { type WaitOptions, waitWhileAway } from "@docsteward/db/wait-while-away";
import { newId } from "@docsteward/platform/id";
import { priceOf } from "@docsteward/platform/model-price";
import { readBudget } from "@docsteward/services/budget/read";
import type { JobClaim } from "@docsteward/services/job/job-claim";
import type { OpenedJob } from "@docsteward/services/job/open";
import { recordStep } from "@docsteward/services/job/record-step";
import { takeMessages } from "@docsteward/services/job/take-messages";
import { limitsOfJob } from "@docsteward/services/job-limit/of-job";
import { hostFor } from "./host-for.ts";
import type { WorkerParts } from "./parts.ts";
import { toJobMessage } from "./to-agent-input.ts";

/**
 * What the agent needs from outside for one job, over the services. While PostgreSQL is away the agent waits; what it had to
 * store is stored once, also when the answer to the first try was lost.
 */
export function portsFor(
  { services, models, settings, log }: WorkerParts,
  opened: OpenedJob,
  claim: JobClaim,
  signal: AbortSignal,
): AgentPorts {
  const wait: WaitOptions = { log, signal };
  const model = models.get(opened.job.model);
  const { maxCostUsd, ...bounds } = limitsOfJob(opened, {
    maxSteps: settings.JOB_MAX_STEPS,
    maxTokens: settings.JOB_MAX_TOKENS,
    maxMinutes: settings.JOB_MAX_MINUTES,
    maxCostUsd: settings.JOB_MAX_COST_USD,
  });
  return {
    host: hostFor(services, opened, claim, wait),
    model,
    dataDir: services.dataDir,
    clock: services.clock,
    limits: { ...bounds, maxCostMicroUsd: Math.round(maxCostUsd * 1_000_000) },
    price: priceOf(settings.MODEL_PRICES, model.name),
    budget: () => waitWhileAway(() => readBudget(services, opened), wait),
    signal,
    async record({ entries, events, patch }) {
      const moment = { id: newId("rec"), steps: entries, events, patch };
      await waitWhileAway(() => recordStep(services, claim, moment), wait);
    },
    waitingMessages: async () => (await waitWhileAway(() => takeMessages(services, claim), wait)).map(toJobMessage),
  };
}
