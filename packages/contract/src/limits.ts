/**
 * Bounds of the public API that configuration may move. The numbers are the ones people get who set nothing.
 * `packages/platform` reads them from `LIMIT_…` variables; `.env.example` names each.
 */
export const DEFAULT_LIMITS = {
  agentPerHour: 100,
  promptCharacters: 32_000,
  bodyBytes: 1_000_000,
} as const;

export type LimitSettings = { [K in keyof typeof DEFAULT_LIMITS]: number };

/** A limit over time. `agent-hour`: creating and messaging jobs together, per project and clock hour (UTC). */
export type LimitName = "agent-hour";
