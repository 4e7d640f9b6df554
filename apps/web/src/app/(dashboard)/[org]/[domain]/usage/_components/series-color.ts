const COLORS = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)", "var(--chart-4)", "var(--chart-5)"];

/** The colour of a chart's series by its place; those beyond the colours are grey. */
export function colorOf(index: number): string {
  return COLORS[index] ?? "var(--chart-rest)";
}
