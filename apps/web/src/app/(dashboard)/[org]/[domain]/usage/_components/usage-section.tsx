"use client";

import { Card } from "@docsteward/ui/layout";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { nice, ticks } from "d3-array";
import { Download } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import type { Series } from "./series.ts";

type SectionProps = {
  title: string;
  hint: ReactNode;
  /** The address of its rows as a file. */
  csv?: string;
  children: ReactNode;
};

/** A part of the page under its heading, with one line on what it counts and its rows as CSV. */
export function UsageSection({ title, hint, csv, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-2.5">
      <div>
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        <p className="text-muted-foreground text-xs">
          {hint}
          {csv && (
            <>
              {" "}
              <a
                href={csv}
                download
                aria-label={`${title}: download CSV`}
                className="inline-flex items-center gap-1 text-brand underline-offset-2 hover:underline"
              >
                <Download aria-hidden className="size-3" />
                CSV
              </a>
            </>
          )}
        </p>
      </div>
      {children}
    </section>
  );
}

/** A chart of days over the total of each of its colours, and the same as a table. */
export function ChartWithTotals(props: DayChartProps) {
  const { label, days, series, format } = props;
  return (
    <Card className="p-3">
      <div className="h-56">
        <DayChart {...props} />
      </div>
      <ul
        aria-label={`Totals for the last ${days.length} days`}
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
      <AsTable {...{ label, days, series, format }} />
    </Card>
  );
}

/** Every figure of a chart, for whom a picture says nothing. Its rows are made when it is opened. */
function AsTable({ label, days, series, format }: Pick<DayChartProps, "label" | "days" | "series" | "format">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-2" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-muted-foreground text-xs">Show as table</summary>
      {isOpen && (
        <Table aria-label={label} className="mt-2">
          <TableHead>
            <TableRow>
              <TableHeader>Day</TableHeader>
              {series.map(({ name }) => (
                <TableHeader key={name} className="text-right">
                  {name}
                </TableHeader>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {days
              .map((day, at) => (
                <TableRow key={day}>
                  <TableCell className="whitespace-nowrap tabular-nums">{day}</TableCell>
                  {series.map(({ name, values }) => (
                    <TableCell key={name} isNumber>
                      {format(values[at] ?? 0)}
                    </TableCell>
                  ))}
                </TableRow>
              ))
              .reverse()}
          </TableBody>
        </Table>
      )}
    </details>
  );
}

/** What a part of the page says while there is nothing to chart. */
export function EmptyChart({ children }: { children: string }) {
  return <p className="rounded-lg border border-dashed px-3 py-8 text-center text-muted-foreground">{children}</p>;
}

const LINES = 4;
const LABELS = 6;
/** Of a day's width, what stays free beside its bar. */
const GAP_SHARE = 0.18;

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
  const step = 100 / days.length;
  const bar = step * (1 - GAP_SHARE);
  const [, top] = nice(0, Math.max(least, threshold?.value ?? 0, ...sums) || 1, LINES);
  const y = (value: number) => 100 - (value / top) * 100;
  const lines = ticks(0, top, LINES).filter((line) => !isWhole || Number.isInteger(line));
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
                x={`${index * step}%`}
                width={`${step}%`}
                height="100%"
                className={shown === index ? "fill-accent" : "fill-transparent"}
              />
              <Bars series={series} day={index} at={{ x: (index + 0.5) * step - bar / 2, width: bar }} y={y} />
              {index % Math.ceil(days.length / LABELS) === 0 && (
                <text x={`${(index + 0.5) * step}%`} y="100%" dy="1.6em" textAnchor="middle">
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
