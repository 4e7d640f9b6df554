import { publishReport } from "@docsteward/services/automation/report";
import { replyToComments } from "@docsteward/services/github-event/comment";
import { handleGitHubEvent } from "@docsteward/services/github-event/handle";
import { answerMentions } from "@docsteward/services/github-event/mention";
import { deliverWebhook } from "@docsteward/services/webhook/deliver";
import type { PostSignedOptions } from "@docsteward/services/webhook/post-signed";
import { requeueOverdueDeliveries } from "@docsteward/services/webhook/publish";
import type { WorkerDependencies } from "./dependencies.ts";

/** Processes the events that GitHub sent, and the replies to send to it, from the queue. Failed entries are retried. */
export async function startGitHubQueue({ services }: Pick<WorkerDependencies, "services">): Promise<void> {
  await services.queue.github.work(async (task) => {
    if ("deliveryId" in task) return handleGitHubEvent(services, task);
    if ("reportId" in task) return publishReport(services, task);
    await replyToComments(services, { jobId: task.answersOfJob });
    return answerMentions(services, { jobId: task.answersOfJob });
  });
}

const SWEEP_MS = 10 * 60 * 1_000;

/** Takes attempts of webhook deliveries from the queue. Failed entries, e.g. without a database connection, are retried. */
export async function startWebhookQueue(
  { services, log }: Pick<WorkerDependencies, "services" | "log">,
  options?: PostSignedOptions,
): Promise<{ stop(): void }> {
  await services.queue.webhook.work((task) => deliverWebhook(services, { ...task, ...options }));
  const sweeping = setInterval(() => {
    requeueOverdueDeliveries(services).catch((error: Error) =>
      log.warn({ error: error.message }, "overdue webhooks could not be loaded, retrying in the next round"),
    );
  }, SWEEP_MS).unref();
  return { stop: () => clearInterval(sweeping) };
}
