/** Fitted on the first half of the benchmark's repositories by `pnpm bench drift --fit`. Not edited by hand. */
export const WEIGHTS: Record<"page" | "change", { bias: number; weights: readonly number[] }> = {
  page: { bias: 0, weights: [] },
  change: { bias: 0, weights: [] },
};
