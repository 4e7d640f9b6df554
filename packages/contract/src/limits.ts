import { z } from "zod";

/**
 * Bounds of the public API that configuration may move. The numbers are the ones people get who set nothing.
 * `packages/platform` reads them from `LIMIT_…` variables; `.env.example` names each.
 */
export const DEFAULT_LIMITS = {
  agentPerHour: 100,
  agentV1PerHour: 100,
  assistantPerKeyAndMonth: 10_000,
  assistantPerOrganizationAndHour: 10_000,
  assistantPerAddressAndDay: 10_000,
  keysPerHour: 10,
  promptCharacters: 32_000,
  messages: 100,
  contextItems: 20,
  contextCharacters: 20_000,
  bodyBytes: 1_000_000,
} as const;

/** An installation's value of each setting in `DEFAULT_LIMITS`. */
export type LimitSettings = { [K in keyof typeof DEFAULT_LIMITS]: number };

/**
 * A limit over time; every window is one of the calendar in UTC.
 *
 * - `agent-hour`: creating and messaging jobs together, per project
 * - `agent-v1-hour`: creating jobs through version 1, per project
 * - `key-month`, `org-hour`, `ip-day`: assistant operations, per key, organization and caller's address
 */
export const LIMIT_NAMES = ["agent-hour", "agent-v1-hour", "key-month", "org-hour", "ip-day"] as const;
/** Names of the request limits. */
export type LimitName = (typeof LIMIT_NAMES)[number];

/** What every operation of the assistant counts against. */
export const ASSISTANT_LIMITS: LimitName[] = ["key-month", "org-hour", "ip-day"];

/**
 * Limits of agent jobs that an organization or a project has for itself. What is left out is as the organization, and then the
 * installation, has it; the money of a month belongs to its owner alone and is not handed down.
 */
export const JobLimits = z
  .strictObject({
    maxSteps: z.int().min(1).max(1_000),
    maxTokens: z.int().min(1_000).max(1_000_000_000),
    maxMinutes: z.int().min(1).max(1_440),
    maxCostUsd: z.number().positive().max(1_000_000),
    maxCostUsdPerMonth: z.number().positive().max(1_000_000_000),
  })
  .partial();
/** Limits of a job by name; a missing one uses the default. */
export type JobLimits = z.infer<typeof JobLimits>;
