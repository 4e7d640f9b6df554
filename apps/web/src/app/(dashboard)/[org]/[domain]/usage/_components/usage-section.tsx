"use client";

import { Card } from "@docsteward/ui/layout";
import { scaleBand, scaleLinear } from "d3-scale";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import type { Series } from "./series.ts";

/** A part of the page under its heading, with one line on what it counts. */
export function UsageSection({ title, hint, children }: { title: string; hint: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-2.5">
      <div>
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        <p className="text-muted-foreground text-xs">{hint}</p>
      </div>
      {children}
    </section>
  );
}

/** A chart of days over the total of each of its colours, which says the same in words. */
export function ChartWithTotals(props: DayChartProps) {
  const { series, format } = props;
  return (
    <Card className="p-3">
      <div className="h-56">
        <DayChart {...props} />
      </div>
      <ul
        aria-label="Totals for the last 30 days"
        className="mt-3 grid gap-x-6 gap-y-1 border-t pt-3 text-xs sm:grid-cols-2 lg:grid-cols-3"
      >
        {series.map(({ name, values, color }, index) => (
          <li key={name} className="flex items-center gap-2">
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-xs"
              style={{ background: colorOf({ color }, index) }}
            />
            <span className="min-w-0 flex-1 truncate text-muted-foreground">{name}</span>
            <span className="tabular-nums">{format(values.reduce((total, value) => total + value, 0))}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What a part of the page says while there is nothing to chart. */
export function EmptyChart({ children }: { children: string }) {
  return <p className="rounded-lg border border-dashed px-3 py-8 text-center text-muted-foreground">{children}</p>;
}

const LINES = 4;
const DAYS_A_LABEL = 5;

type DayChartProps = {
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

/**
 * Days as stacked bars; the pointer or the arrow keys show the figures of one. Everything is placed in percent, so that the server
 * draws it and no script has to measure the window.
 */
function DayChart({ label, days, series, format, isWhole, least = 0, threshold }: DayChartProps) {
  const [shown, setShown] = useState<number | null>(null);
  const sums = days.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0));
  const x = scaleBand(days, [0, 100]).paddingInner(0.18).paddingOuter(0.09);
  const y = scaleLinear([0, Math.max(least, threshold?.value ?? 0, ...sums) || 1], [100, 0]).nice(LINES);
  const lines = y.ticks(LINES).filter((line) => !isWhole || Number.isInteger(line));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) setShown(Math.min(days.length - 1, Math.max(0, (shown ?? (step > 0 ? -1 : days.length)) + step)));
    if (event.key === "Escape") setShown(null);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls, and there are none here.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk through its days.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setShown(null)}
      onPointerLeave={() => setShown(null)}
      className="size-full pt-3 pb-7 pl-12"
    >
      <div className="relative size-full">
        <svg aria-hidden className="size-full overflow-visible fill-muted-foreground text-[0.6875rem]">
          {lines.map((line) => (
            <g key={line}>
              <line x2="100%" y1={`${y(line)}%`} y2={`${y(line)}%`} className="stroke-border" />
              <text x={-8} y={`${y(line)}%`} dy="0.32em" textAnchor="end" className="tabular-nums">
                {format(line)}
              </text>
            </g>
          ))}
          {days.map((day, index) => (
            <g key={day} onPointerEnter={() => setShown(index)}>
              <rect
                x={`${(x(day) ?? 0) - (x.step() - x.bandwidth()) / 2}%`}
                width={`${x.step()}%`}
                height="100%"
                className={shown === index ? "fill-accent" : "fill-transparent"}
              />
              <Bars series={series} day={index} at={{ x: x(day) ?? 0, width: x.bandwidth() }} y={y} />
              {index % DAYS_A_LABEL === 0 && (
                <text x={`${(x(day) ?? 0) + x.bandwidth() / 2}%`} y="100%" dy="1.6em" textAnchor="middle">
                  {formatDay(day)}
                </text>
              )}
            </g>
          ))}
          {threshold && (
            <g className="pointer-events-none fill-destructive">
              <line
                x2="100%"
                y1={`${y(threshold.value)}%`}
                y2={`${y(threshold.value)}%`}
                strokeDasharray="4 3"
                className="stroke-destructive"
              />
              <text x="100%" y={`${y(threshold.value)}%`} dx={-4} dy="1.2em" textAnchor="end">
                {threshold.name}
              </text>
            </g>
          )}
        </svg>
        {shown !== null && <DayTable {...{ shown, days, series, format }} />}
      </div>
    </div>
  );
}

type BarsProps = {
  series: Series[];
  day: number;
  /** In percent of the chart. */
  at: { x: number; width: number };
  y: (value: number) => number;
};

/** What one day is stacked of, the first series at the bottom. */
function Bars({ series, day, at, y }: BarsProps) {
  const amountOf = ({ values }: Series) => values[day] ?? 0;
  return series.map((one, index) => {
    const below = series.slice(0, index).reduce((sum, other) => sum + amountOf(other), 0);
    const top = y(below + amountOf(one));
    return (
      <rect
        key={one.name}
        x={`${at.x}%`}
        y={`${top}%`}
        width={`${at.width}%`}
        height={`${y(below) - top}%`}
        fill={colorOf(one, index)}
      />
    );
  });
}

type Props = {
  days: string[];
  series: Series[];
  format: (value: number) => string;
  /** Which of the days. */
  shown: number;
};

/** The figures of a day of a chart, on that side of it where there is room. */
function DayTable({ shown, days, series, format }: Props) {
  const figures = series.flatMap((one, index) => {
    const value = one.values[shown] ?? 0;
    return value > 0 ? [{ name: one.name, value, color: colorOf(one, index) }] : [];
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

/** `2026-11-20` as people say it: "Nov 20". */
function formatDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en", { month: "short", day: "numeric", timeZone: "UTC" });
}

const COLORS = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)", "var(--chart-4)", "var(--chart-5)"];

/** The colour of a chart's series: the one that its meaning has, else by its place; those beyond the colours are grey. */
function colorOf({ color }: Pick<Series, "color">, index: number): string {
  return color ?? COLORS[index] ?? "var(--chart-rest)";
}
