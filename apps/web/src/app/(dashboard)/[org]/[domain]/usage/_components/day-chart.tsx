"use client";
import { scaleBand, scaleLinear } from "d3-scale";
import { type KeyboardEvent, useState } from "react";
import { DayFigures } from "./day-figures.tsx";
import { formatDay } from "./format-day.ts";
import { colorOf } from "./series-color.ts";
import type { Series } from "./to-series.ts";

const LINES = 4;
const DAYS_A_LABEL = 5;

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

/**
 * Days as stacked bars; the pointer or the arrow keys show the figures of one. Everything is placed in percent, so that the server
 * draws it and no script has to measure the window.
 */
export function DayChart({ label, days, series, format, isWhole, least = 0, threshold }: DayChartProps) {
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
        {shown !== null && <DayFigures {...{ shown, days, series, format }} />}
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
        fill={colorOf(index)}
      />
    );
  });
}
