import type { WebhookEndpoint } from "@docsteward/db/client";

/** An endpoint as lists show it; its secret is not in it. */
export type WebhookSummary = {
  id: string;
  url: string;
  /** Empty is all events. */
  events: string[];
  state: "active" | "failing" | "paused";
  pausedReason: string | null;
  failingSince: Date | null;
  createdAt: Date;
};

export function presentWebhook(endpoint: WebhookEndpoint): WebhookSummary {
  const { id, url, events, pausedAt, pausedReason, failingSince, createdAt } = endpoint;
  const state = pausedAt !== null ? "paused" : failingSince !== null ? "failing" : "active";
  return { id, url, events, state, pausedReason, failingSince, createdAt };
}
