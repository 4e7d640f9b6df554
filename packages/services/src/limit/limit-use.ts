import type { LimitName } from "@docsteward/contract/limits";

/** Where a caller stands with one limit. */
export type LimitUse = {
  name: LimitName;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the count starts again. */
  resetSeconds: number;
  /** The counter, for giving back. */
  counter: { key: string; windowStart: Date };
};
