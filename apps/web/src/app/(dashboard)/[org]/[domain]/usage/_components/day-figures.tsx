import { formatDay } from "./format-day.ts";
import { colorOf } from "./series-color.ts";
import type { Series } from "./to-series.ts";

type Props = {
  days: string[];
  series: Series[];
  format: (value: number) => string;
  /** Which of the days. */
  shown: number;
};

/** The figures of a day of a chart, on that side of it where there is room. */
export function DayFigures({ shown, days, series, format }: Props) {
  const figures = series.flatMap(({ name, values }, index) => {
    const value = values[shown] ?? 0;
    return value > 0 ? [{ name, value, color: colorOf(index) }] : [];
  });
  const isLate = shown >= days.length / 2;
  const at = isLate
    ? { right: `${100 - (shown / days.length) * 100}%` }
    : { left: `${((shown + 1) / days.length) * 100}%` };
  return (
    <div
      role="status"
      style={at}
      className="pointer-events-none absolute top-0 z-10 mx-2 min-w-40 max-w-64 rounded-md border bg-popover px-2.5 py-2 text-popover-foreground text-xs shadow-md"
    >
      <p className="font-medium">{formatDay(days[shown] ?? "")}</p>
      {figures.length === 0 && <p className="text-muted-foreground">none</p>}
      {figures.map(({ name, value, color }) => (
        <p key={name} className="flex items-center gap-2">
          <span aria-hidden className="size-2 shrink-0 rounded-xs" style={{ background: color }} />
          <span className="min-w-0 flex-1 truncate text-muted-foreground">{name}</span>
          <span className="tabular-nums">{format(value)}</span>
        </p>
      ))}
    </div>
  );
}
