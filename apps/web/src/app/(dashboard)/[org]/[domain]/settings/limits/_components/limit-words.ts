import type { LimitName } from "@docsteward/contract/limits";

/** Each limit over time, in words for people. */
export const LIMIT_WORDS: Record<LimitName, { title: string; shared: string; per: string }> = {
  "agent-hour": { title: "Agent jobs and messages", shared: "by all callers of a project", per: "an hour" },
  "agent-v1-hour": { title: "Agent jobs through version 1", shared: "by all callers of a project", per: "an hour" },
  "key-month": { title: "Assistant calls of a key", shared: "by nobody: each key has its own", per: "a month" },
  "org-hour": { title: "Assistant calls of the organization", shared: "by all its keys", per: "an hour" },
  "ip-day": { title: "Assistant calls of an address", shared: "by all who call from it", per: "a day" },
};
