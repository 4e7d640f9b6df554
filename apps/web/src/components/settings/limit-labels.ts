import type { LimitName } from "@docsteward/contract/limits";

/** Each limit over time, in words for people. */
export const LIMIT_LABELS: Record<LimitName, { title: string; shared: string; per: string }> = {
  "agent-hour": {
    title: "Agent jobs and messages from the API",
    shared: "Shared by all keys of a project",
    per: "per hour",
  },
  "agent-v1-hour": {
    title: "Agent jobs from the API, version 1",
    shared: "Shared by all keys of a project",
    per: "per hour",
  },
  "key-month": {
    title: "Assistant requests per key",
    shared: "Counted for each key",
    per: "per month",
  },
  "org-hour": {
    title: "Assistant requests of the organization",
    shared: "Shared by all keys of the organization",
    per: "per hour",
  },
  "ip-day": {
    title: "Assistant requests per reader IP",
    shared: "Shared by all requests from one IP address",
    per: "per day",
  },
};
