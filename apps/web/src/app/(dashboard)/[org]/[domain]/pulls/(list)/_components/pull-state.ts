import type { PullRequestSummary } from "@docsteward/services/pull-request/present";

export type PullState = PullRequestSummary["state"];

export const PULL_STATES: readonly PullState[] = ["open", "merged", "closed"];

/** The state that an address asks for; undefined for all of them and for what is none. */
export function readState(text: string | string[] | undefined): PullState | undefined {
  return PULL_STATES.find((state) => state === text);
}
