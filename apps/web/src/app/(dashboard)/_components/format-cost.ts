/**
 * Says what a job has cost in US dollars, to the cent: `$1.25`, `<$0.01` for less than one, `—` when it is not known.
 */
export function formatCost(usd: number | null): string {
  if (usd === null) return "—";
  if (usd > 0 && usd < 0.01) return "<$0.01";
  return `$${usd.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
