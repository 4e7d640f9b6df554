"use client";

import { formatCost } from "@docsteward/platform/money";
import type { AnalyticsReport, REPORT_DAYS } from "@docsteward/services/analytics/report";
import { Card } from "@docsteward/ui/layout";
import { ErrorState } from "@docsteward/ui/states";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PageTitle } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { ChartWithTotals, EmptyChart } from "../../usage/_components/usage-section.tsx";
import { CitedPages, FailingPages, Keys, Models, Searches, Topics } from "./analytics-lists.tsx";
import { AnalyticsSection, count, duration, percent } from "./analytics-section.tsx";

type Props = { first: AnalyticsReport; days: (typeof REPORT_DAYS)[number]; children: ReactNode };

/** What readers asked and searched for in a period, how they rated the answers, and what all of it cost. @param children choose the period */
export function Analytics({ first, days, children }: Props) {
  const { org, domain } = useProject();
  const { data, error, refetch } = useQuery(
    useTRPC().analytics.get.queryOptions({ org, domain, days }, { initialData: first }),
  );
  return (
    <div className="flex flex-col gap-7">
      <PageTitle title="Analytics">{children}</PageTitle>
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      <Totals {...data} />
      <Days {...data} />
      <Costs {...data} />
      <Topics {...data} />
      <CitedPages {...data} />
      <FailingPages {...data} />
      <Searches {...data} />
      <Keys {...data} />
      <Models {...data} />
    </div>
  );
}

const ratings = ({ up, down }: { up: number; down: number }) => `${count(up)} good, ${count(down)} bad`;

function Totals({ summary: { totals }, days, callers, response, costs, previous }: AnalyticsReport) {
  const { totals: before } = previous;
  const answered = (share: number | null) => percent(share === null ? null : 1 - share);
  const costUsd = costs.reduce((sum, { jobsUsd, answersUsd }) => sum + jobsUsd + answersUsd, 0);
  const figures = [
    { label: "Questions", value: count(totals.questions), before: count(before.questions), hint: "Asked by readers." },
    {
      label: "Answered",
      value: answered(totals.unansweredShare),
      before: answered(before.unansweredShare),
      hint: "Of questions with an outcome.",
    },
    {
      label: "Deflection",
      value: percent(totals.deflectionShare),
      before: percent(before.deflectionShare),
      hint: "Answered and not rated bad. An estimate.",
    },
    { label: "Ratings", value: ratings(totals), before: ratings(before), hint: "Of these questions." },
    {
      label: "Response time",
      value: duration(response.medianMs),
      before: duration(previous.response.medianMs),
      hint: `Median until the answer begins.${response.p95Ms === null ? "" : ` 95 % within ${duration(response.p95Ms)}.`}`,
    },
    {
      label: "Cost",
      value: formatCost(costUsd),
      before: formatCost(previous.costUsd),
      hint: "Jobs and answers, the playground included.",
    },
    {
      label: "Callers",
      value: `${count(callers.web)} web, ${count(callers.api)} API`,
      before: null,
      hint: `${count(callers.other)} from the command line and others.`,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(({ label, value, before, hint }) => (
        <Card key={label} className="p-3">
          <dt className="text-muted-foreground text-xs">{label}</dt>
          <dd className="mt-0.5 font-semibold tabular-nums">{value}</dd>
          {before !== null && (
            <dd className="mt-0.5 text-muted-foreground text-xs tabular-nums">
              {days.length} days before: {before}
            </dd>
          )}
          <dd className="mt-0.5 text-muted-foreground text-xs">{hint}</dd>
        </Card>
      ))}
    </dl>
  );
}

function Days({ days, summary }: AnalyticsReport) {
  if (summary.days.length === 0)
    return (
      <AnalyticsSection title="Questions" hint="By outcome and day (UTC)." table="days" days={days}>
        <EmptyChart>No questions in this period.</EmptyChart>
      </AnalyticsSection>
    );
  const filled = fillDays(days, summary.days);
  type Key = "answered" | "unanswered" | "failed" | "up" | "down";
  const seriesOf = (key: Key, name: string, color?: string) => ({
    name,
    values: filled.map((row) => row[key]),
    color,
  });
  const outcomes = [
    seriesOf("answered", "Answered"),
    seriesOf("unanswered", "Unanswered", "var(--warning)"),
    seriesOf("failed", "Failed", "var(--destructive)"),
  ];
  const byRating = [seriesOf("up", "Good", "var(--success)"), seriesOf("down", "Bad", "var(--destructive)")];
  const hasRatings = filled.some(({ up, down }) => up + down > 0);
  return (
    <>
      <AnalyticsSection title="Questions" hint="By outcome and day (UTC)." table="days" days={days}>
        <ChartWithTotals label="Questions by outcome and day" days={days} series={outcomes} isWhole format={count} />
      </AnalyticsSection>
      <AnalyticsSection title="Ratings" hint="Of the questions of each day (UTC)." table="days" days={days}>
        {hasRatings ? (
          <ChartWithTotals label="Ratings by day" days={days} series={byRating} isWhole format={count} />
        ) : (
          <EmptyChart>No ratings in this period.</EmptyChart>
        )}
      </AnalyticsSection>
    </>
  );
}

function Costs({ days, costs }: AnalyticsReport) {
  const series = [
    { name: "Jobs", values: costs.map(({ jobsUsd }) => jobsUsd) },
    { name: "Answers", values: costs.map(({ answersUsd }) => answersUsd) },
  ];
  const isFree = costs.every(({ jobsUsd, answersUsd }) => jobsUsd + answersUsd === 0);
  return (
    <AnalyticsSection
      title="Cost"
      hint="Of jobs and answers by day (UTC), where prices are known."
      table="costs"
      days={days}
    >
      {isFree ? (
        <EmptyChart>No cost in this period.</EmptyChart>
      ) : (
        <ChartWithTotals label="Cost by day" days={days} series={series} format={formatCost} least={0.04} />
      )}
    </AnalyticsSection>
  );
}

type Day = AnalyticsReport["summary"]["days"][number];

/** A row for each day of a chart: those without questions have none in the summary. */
export function fillDays(days: readonly string[], counted: readonly Day[]): Day[] {
  const known = new Map(counted.map((row) => [row.day, row]));
  const none = { questions: 0, answered: 0, unanswered: 0, failed: 0, deflected: 0, up: 0, down: 0 };
  return days.map((day) => known.get(day) ?? { day, ...none });
}
