import type { WebhookEventType } from "@docsteward/contract/webhook-event";

/** Each event, in words for people. */
export const EVENT_WORDS: Record<WebhookEventType, string> = {
  "job.created": "A job was started.",
  "job.message_received": "Somebody sent a job a message.",
  "job.completed": "A job has done what was asked.",
  "job.failed": "A job has ended without.",
  "pull_request.opened": "A job has opened a pull request.",
  "pull_request.merged": "A pull request of a job was merged.",
  "pull_request.closed": "A pull request of a job was closed without.",
  "pull_request.reopened": "A closed pull request of a job was opened again.",
  "assistant.unanswered": "The pages had no answer to a reader's question.",
  "index.updated": "Other pages answer now.",
};
