/** Says an amount of money in US dollars: `$50`, `$2.50`. */
export function formatUsd(microUsd: number): string {
  const usd = microUsd / 1_000_000;
  const digits = Number.isInteger(usd) ? 0 : 2;
  return `$${usd.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: 6 })}`;
}
