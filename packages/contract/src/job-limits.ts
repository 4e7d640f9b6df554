import { z } from "zod";

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
export type JobLimits = z.infer<typeof JobLimits>;
