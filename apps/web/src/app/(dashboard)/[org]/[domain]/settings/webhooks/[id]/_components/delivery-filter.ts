import { WEBHOOK_EVENT_TYPES, WEBHOOK_PING } from "@docsteward/contract/webhook-event";
import { z } from "zod";

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export const DELIVERY_TYPES = [...WEBHOOK_EVENT_TYPES, WEBHOOK_PING] as const;

const Filter = z.object({
  state: z.enum(DELIVERY_STATES).optional().catch(undefined),
  type: z.enum(DELIVERY_TYPES).optional().catch(undefined),
});
export type DeliveryFilter = z.infer<typeof Filter>;

/** Reads the filter of an address; what is none is left out. */
export function parseDeliveryFilter(search: Record<string, unknown>): DeliveryFilter {
  return Filter.parse(search);
}
