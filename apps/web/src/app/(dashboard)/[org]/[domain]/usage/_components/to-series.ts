/** One colour of a chart: a figure for each day. */
export type Series = { name: string; values: number[] };

const MOST = 5;

/** Keeps the greatest series and adds the rest together, so that a chart has as many colours as people can tell apart. */
export function toSeries(all: Series[]): Series[] {
  const sum = ({ values }: Series) => values.reduce((total, value) => total + value, 0);
  const sorted = [...all].sort((a, b) => sum(b) - sum(a));
  const rest = sorted.slice(MOST);
  if (rest.length <= 1) return sorted;
  const values = rest[0]?.values.map((_, day) => rest.reduce((total, series) => total + (series.values[day] ?? 0), 0));
  return [...sorted.slice(0, MOST), { name: `${rest.length} others`, values: values ?? [] }];
}
