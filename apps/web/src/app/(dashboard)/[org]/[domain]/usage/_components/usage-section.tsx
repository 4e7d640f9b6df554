"use client";

import { Card } from "@docsteward/ui/layout";
import { type ReactNode, useId } from "react";
import { colorOf, DayChart, type DayChartProps } from "./day-chart.tsx";

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
