import type { JobLimits } from "@docsteward/contract/job-limits";

export type JobLimitName = keyof JobLimits;

/** The limits of jobs as people set them. */
export const JOB_LIMIT_FIELDS: readonly { name: JobLimitName; label: string; unit: string }[] = [
  { name: "maxSteps", label: "Steps", unit: "Model calls of one job" },
  { name: "maxTokens", label: "Tokens", unit: "Of one job, in and out" },
  { name: "maxMinutes", label: "Minutes", unit: "Of one job" },
  { name: "maxCostUsd", label: "Cost of a job", unit: "US dollars, over all its messages" },
  { name: "maxCostUsdPerMonth", label: "Cost of a month", unit: "US dollars, a calendar month (UTC)" },
];

/** The number that somebody typed, with or without commas; null for nothing and for what is none. */
export function toFigure(text: string): number | null {
  const plain = text.replaceAll(",", "").trim();
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
