import { Badge } from "@docsteward/ui/badge";
import type { Webhook } from "./webhook-types.ts";

const STATES = {
  active: { tone: "success", word: "Active" },
  failing: { tone: "warning", word: "Failing" },
  paused: { tone: "neutral", word: "Paused" },
} as const;

/** How an endpoint stands. */
export function WebhookBadge({ state }: { state: Webhook["state"] }) {
  const { tone, word } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}
