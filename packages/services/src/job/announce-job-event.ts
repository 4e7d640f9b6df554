import type { JobEventBody } from "@docsteward/contract/job-event";
import type { WebhookEvent } from "@docsteward/contract/webhook-event";
import type { Job, Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { announce } from "../webhook/announce.ts";
import { presentJob } from "./present.ts";

/**
 * Tells the project's webhooks of an event of a job, in the transaction that writes it, and who asked by a comment when it has
 * come to rest. Most events are not theirs to hear.
 *
 * @param input.job the row as the event leaves it
 */
export async function announceJobEvent(
  services: Pick<Services, "queue" | "clock">,
  tx: Transaction,
  { job, event }: { job: Job; event: JobEventBody },
): Promise<void> {
  if (event.type === "job.completed" || event.type === "job.failed") {
    const isAwaited = await tx.gitHubMention.count({ where: { jobId: job.id, answeredAt: null } });
    if (isAwaited > 0) await services.queue.github.enqueue(tx, { answersOfJob: job.id });
  }
  const told = toWebhookEvent(job, event);
  if (told) await announce(services, tx, { projectId: job.projectId, event: told });
}

function toWebhookEvent(row: Job, event: JobEventBody): WebhookEvent | null {
  const about = { projectId: row.projectId, job: presentJob(row) };
  switch (event.type) {
    case "job.created":
      return { type: "job.created", data: { ...about, prompt: event.data.prompt } };
    case "message.received": {
      const { messageId: id, content, by = null } = event.data;
      return { type: "job.message_received", data: { ...about, message: { id, content }, by } };
    }
    case "job.completed":
      return { type: "job.completed", data: { ...about, messageToUser: event.data.messageToUser } };
    case "job.failed":
      return { type: "job.failed", data: { ...about, failure: event.data } };
    case "pull_request.opened":
      return { type: "pull_request.opened", data: { ...about, pullRequest: event.data } };
    case "pull_request.merged":
    case "pull_request.closed":
    case "pull_request.reopened": {
      const { by, ...pullRequest } = event.data;
      return { type: event.type, data: { ...about, pullRequest, by } };
    }
    default:
      return null;
  }
}
