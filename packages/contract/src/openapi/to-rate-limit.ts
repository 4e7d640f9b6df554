import { DEFAULT_LIMITS, type LimitName } from "../limits.ts";

export type RateLimit = { name: LimitName; quota: number; window: "hour" | "day" | "month"; per: string };

const LIMITS: Record<LimitName, Omit<RateLimit, "name">> = {
  "agent-hour": { quota: DEFAULT_LIMITS.agentPerHour, window: "hour", per: "project" },
  "agent-v1-hour": { quota: DEFAULT_LIMITS.agentV1PerHour, window: "hour", per: "project" },
  "key-month": { quota: DEFAULT_LIMITS.assistantPerKeyAndMonth, window: "month", per: "key" },
  "org-hour": { quota: DEFAULT_LIMITS.assistantPerOrganizationAndHour, window: "hour", per: "organization" },
  "ip-day": { quota: DEFAULT_LIMITS.assistantPerAddressAndDay, window: "day", per: "IP address of the caller" },
};

/** A limit as the document shows it, with the figure of an installation where nobody set another. */
export function toRateLimit(name: LimitName): RateLimit {
  return { name, ...LIMITS[name] };
}
