import type { JobLimits } from "@docsteward/contract/job-limits";

export type JobLimitName = keyof JobLimits;

/** The limits of jobs as people set them. */
export const JOB_LIMIT_FIELDS: readonly { name: JobLimitName; label: string; unit: string }[] = [
  { name: "maxSteps", label: "Steps", unit: "Model calls per job" },
  { name: "maxTokens", label: "Tokens", unit: "Input and output tokens per job" },
  { name: "maxMinutes", label: "Minutes", unit: "Per job" },
  { name: "maxCostUsd", label: "Cost per job", unit: "US dollars, for all messages of a job" },
  { name: "maxCostUsdPerMonth", label: "Monthly budget", unit: "US dollars per calendar month (UTC)" },
];

/** The number that somebody typed, with or without commas; null for nothing and for what is none. */
export function toFigure(text: string): number | null {
  const plain = text.replaceAll(",", "").trim();
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
