import type { FirstLoad } from "./first-load.ts";

const MOST_BYTES = 200_000;
const MOST_OF_HEAVY_BYTES = 350_000;
/** Pages that show a difference or render answers as they come. */
const HEAVY = ["job", "job-changes", "job-preview", "pull", "assistant"];
/** How many bytes of gzipped scripts a page may ask for before anybody touches it. */
export function budgetOf(page: string): number {
  return HEAVY.includes(page) ? MOST_OF_HEAVY_BYTES : MOST_BYTES;
}

/** The pages that are over their budget, a sentence each. */
export function overBudget(loads: Record<string, FirstLoad>): string[] {
  return Object.entries(loads).flatMap(([page, { bytes }]) => {
    const budget = budgetOf(page);
    return bytes > budget ? [`${page} asks for ${bytes} bytes of scripts, and may for ${budget}`] : [];
  });
}
