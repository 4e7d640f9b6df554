import type { WebhookBody } from "@docsteward/contract/webhook-event";
import { EVENT_LABELS } from "../../_components/webhook-labels.tsx";

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
// From the words for people: the schemas of the events would come to the browser with their names.
export const DELIVERY_TYPES = [...Object.keys(EVENT_LABELS), "webhook.ping"] as WebhookBody["type"][];

export type DeliveryFilter = {
  state: (typeof DELIVERY_STATES)[number] | undefined;
  type: WebhookBody["type"] | undefined;
};

/** Reads the filter of an address; what is none is left out. */
export function parseDeliveryFilter(search: Record<string, unknown>): DeliveryFilter {
  return {
    state: DELIVERY_STATES.find((state) => state === search.state),
    type: DELIVERY_TYPES.find((type) => type === search.type),
  };
}
