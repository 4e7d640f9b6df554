"use client";
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatDay } from "./format-day.ts";
import { colorOf } from "./series-color.ts";
import type { Series } from "./to-series.ts";

const TICK = { fill: "var(--muted-foreground)", fontSize: 11 };

export type DayChartProps = {
  /** What the chart shows, in words. */
  label: string;
  days: string[];
  series: Series[];
  format: (value: number) => string;
  /** For figures that there are no halves of. */
  isWhole?: boolean;
  /** The axis reaches at least this far, where less would have marks that all read the same. */
  least?: number;
  /** A figure a day that is worth a line, with its name. */
  threshold?: { value: number; name: string } | null;
};

/** Days as stacked bars. */
export default function DayChart({ label, days, series, format, isWhole, least = 0, threshold }: DayChartProps) {
  const rows = days.map((day, index) => ({ day, values: series.map(({ values }) => values[index] ?? 0) }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={rows} margin={{ top: 12, right: 0, bottom: 0, left: 0 }} barCategoryGap="18%" title={label}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="day"
          tickFormatter={formatDay}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: "var(--border)" }}
          interval="equidistantPreserveStart"
          minTickGap={32}
        />
        <YAxis
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width={48}
          tickFormatter={format}
          allowDecimals={!isWhole}
          domain={[0, (most: number) => Math.max(most, least, threshold?.value ?? 0)]}
        />
        <Tooltip
          cursor={{ fill: "var(--accent)" }}
          isAnimationActive={false}
          content={({ active, label: day, payload }) =>
            active ? (
              <DayFigures day={String(day)} series={series} values={payload[0]?.payload.values} format={format} />
            ) : null
          }
        />
        {series.map(({ name }, index) => (
          <Bar
            key={name}
            name={name}
            dataKey={(row: { values: number[] }) => row.values[index]}
            stackId="day"
            fill={colorOf(index)}
            isAnimationActive={false}
          />
        ))}
        {threshold && (
          <ReferenceLine
            y={threshold.value}
            stroke="var(--destructive)"
            strokeDasharray="4 3"
            label={{ value: threshold.name, position: "insideTopRight", fontSize: 11, fill: "var(--destructive)" }}
          />
        )}
      </BarChart>
    </ResponsiveContainer>
  );
}

function DayFigures(props: { day: string; series: Series[]; values: number[]; format: (value: number) => string }) {
  const shown = props.series.flatMap(({ name }, index) => {
    const value = props.values[index] ?? 0;
    return value > 0 ? [{ name, value, color: colorOf(index) }] : [];
  });
  return (
    <div className="min-w-40 rounded-md border bg-popover px-2.5 py-2 text-popover-foreground text-xs shadow-md">
      <p className="font-medium">{formatDay(props.day)}</p>
      {shown.length === 0 && <p className="text-muted-foreground">none</p>}
      {shown.map(({ name, value, color }) => (
        <p key={name} className="flex items-center gap-2">
          <span aria-hidden className="size-2 rounded-xs" style={{ background: color }} />
          <span className="min-w-0 flex-1 truncate text-muted-foreground">{name}</span>
          <span className="tabular-nums">{props.format(value)}</span>
        </p>
      ))}
    </div>
  );
}
