import type { WebhookEventType } from "@docsteward/contract/webhook-event";
import { Badge } from "@docsteward/ui/badge";
import type { Webhook } from "#trpc/types.ts";

/** Each event, in words for people. */
export const EVENT_LABELS: Record<WebhookEventType, string> = {
  "job.created": "A job started.",
  "job.message_received": "A job received a message.",
  "job.completed": "A job completed.",
  "job.failed": "A job failed or was cancelled.",
  "pull_request.opened": "A job opened a pull request.",
  "pull_request.merged": "A pull request was merged.",
  "pull_request.closed": "A pull request was closed without merging.",
  "pull_request.reopened": "A pull request was reopened.",
  "assistant.unanswered": "The docs didn't answer a reader's question.",
  "index.regressed": "A new version of the index lost golden questions.",
  "index.updated": "The index was updated.",
};

const STATES = {
  active: { tone: "success", word: "Active" },
  failing: { tone: "warning", word: "Failing" },
  paused: { tone: "neutral", word: "Paused" },
} as const;

/** The state of an endpoint. */
export function WebhookBadge({ state }: { state: Webhook["state"] }) {
  const { tone, word } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}
