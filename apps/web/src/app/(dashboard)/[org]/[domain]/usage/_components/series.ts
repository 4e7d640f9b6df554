import type { ModelDay } from "@docsteward/services/usage/days";

/** One colour of a chart: a figure for each day. */
export type Series = {
  name: string;
  values: number[];
  /** Where the name has a colour everywhere: a failure is red. */
  color?: string | undefined;
};

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

type ModelTotal = {
  model: string;
  jobs: number;
  answers: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  /** What it cost on each of the days. */
  values: number[];
};

/** Adds up the usage of each model, the most expensive first. */
export function sumByModel(costs: ModelDay[], days: string[]): ModelTotal[] {
  const totals = new Map<string, ModelTotal>();
  for (const { model, day, source, count, inputTokens, outputTokens, costUsd } of costs) {
    const none = { model, jobs: 0, answers: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, values: days.map(() => 0) };
    const total = totals.get(model) ?? none;
    total[source] += count;
    total.inputTokens += inputTokens;
    total.outputTokens += outputTokens;
    total.costUsd += costUsd;
    const place = days.indexOf(day);
    if (place >= 0) total.values[place] = (total.values[place] ?? 0) + costUsd;
    totals.set(model, total);
  }
  return [...totals.values()].sort((a, b) => b.costUsd - a.costUsd || a.model.localeCompare(b.model));
}
