"use client";

import type { AnalyticsReport } from "@docsteward/services/analytics/report";
import { Card } from "@docsteward/ui/layout";
import { ErrorState } from "@docsteward/ui/states";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { RelativeTime } from "@docsteward/ui/time";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { PageTitle } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";
import { ChartWithTotals, EmptyChart, UsageSection } from "../../usage/_components/usage-section.tsx";

/** What readers asked and searched for in the last 30 days, and how they rated the answers. */
export function Analytics({ first }: { first: AnalyticsReport }) {
  const { org, domain } = useProject();
  const { data, error, refetch } = useQuery(
    useTRPC().analytics.get.queryOptions({ org, domain }, { initialData: first }),
  );
  return (
    <div className="flex flex-col gap-7">
      <PageTitle title="Analytics" />
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      <Totals {...data} />
      <Days {...data} />
      <Topics topics={data.topics} />
      <CitedPages pages={data.pages} />
      <Searches searches={data.searches} total={data.totalSearches} />
    </div>
  );
}

const count = (value: number) => value.toLocaleString("en");
const percent = (share: number | null) => (share === null ? "–" : `${Math.round(share * 100)} %`);

function Totals({ summary: { totals }, callers }: AnalyticsReport) {
  const figures = [
    { label: "Questions", value: count(totals.questions), hint: "Last 30 days." },
    { label: "Unanswered", value: percent(totals.unansweredShare), hint: "Of questions with an outcome." },
    { label: "Deflection", value: percent(totals.deflectionShare), hint: "Answered and not rated bad. An estimate." },
    { label: "Ratings", value: `${count(totals.up)} good, ${count(totals.down)} bad`, hint: "Of these questions." },
    {
      label: "Callers",
      value: `${count(callers.web)} web, ${count(callers.api)} API`,
      hint: `${count(callers.other)} from the playground and others.`,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      {figures.map(({ label, value, hint }) => (
        <Card key={label} className="p-3">
          <dt className="text-muted-foreground text-xs">{label}</dt>
          <dd className="mt-0.5 font-semibold tabular-nums">{value}</dd>
          <dd className="mt-0.5 text-muted-foreground text-xs">{hint}</dd>
        </Card>
      ))}
    </dl>
  );
}

function Days({ days, summary }: AnalyticsReport) {
  if (summary.days.length === 0)
    return (
      <Section title="Questions" hint="Last 30 days." table="days">
        <EmptyChart>No questions in the last 30 days.</EmptyChart>
      </Section>
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
  const ratings = [seriesOf("up", "Good", "var(--success)"), seriesOf("down", "Bad", "var(--destructive)")];
  const hasRatings = filled.some(({ up, down }) => up + down > 0);
  return (
    <>
      <Section title="Questions" hint="By outcome and day (UTC)." table="days">
        <ChartWithTotals label="Questions by outcome and day" days={days} series={outcomes} isWhole format={count} />
        <DayTable rows={summary.days} />
      </Section>
      <Section title="Ratings" hint="Of the questions of each day (UTC)." table="days">
        {hasRatings ? (
          <ChartWithTotals label="Ratings by day" days={days} series={ratings} isWhole format={count} />
        ) : (
          <EmptyChart>No ratings in the last 30 days.</EmptyChart>
        )}
      </Section>
    </>
  );
}

function DayTable({ rows }: { rows: AnalyticsReport["summary"]["days"] }) {
  const columns = ["questions", "answered", "unanswered", "failed", "deflected", "up", "down"] as const;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted-foreground text-xs">Show as table</summary>
      <Table aria-label="Questions and ratings by day" className="mt-2">
        <TableHead>
          <TableRow>
            <TableHeader>Day</TableHeader>
            {columns.map((column) => (
              <TableHeader key={column} className="text-right capitalize">
                {column}
              </TableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.toReversed().map((row) => (
            <TableRow key={row.day}>
              <TableCell className="tabular-nums">{row.day}</TableCell>
              {columns.map((column) => (
                <TableCell key={column} isNumber>
                  {count(row[column])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </details>
  );
}

function Topics({ topics }: Pick<AnalyticsReport, "topics">) {
  return (
    <Section title="Topics" hint="Questions that ask the same are one topic." table="topics">
      {topics.length === 0 ? (
        <EmptyChart>No topics in the last 30 days.</EmptyChart>
      ) : (
        <List
          label="Topics"
          columns={["Questions", "Unanswered", "Rated bad"]}
          rows={topics.map(({ id, question, questions, unanswered, down, lastAskedAt }) => ({
            id,
            name: question,
            hint: <RelativeTime at={lastAskedAt} />,
            cells: [count(questions), count(unanswered), count(down)],
            share: questions / (topics[0]?.questions || 1),
          }))}
        />
      )}
    </Section>
  );
}

function CitedPages({ pages }: Pick<AnalyticsReport, "pages">) {
  const site = useProject();
  return (
    <Section title="Pages most cited" hint="How many answers cite a page, and their ratings." table="pages">
      {pages.length === 0 ? (
        <EmptyChart>No answers cited a page in the last 30 days.</EmptyChart>
      ) : (
        <List
          label="Pages most cited"
          columns={["Answers", "Rated good", "Rated bad"]}
          rows={pages.map(({ path, citations, up, down }) => ({
            id: path,
            name: path,
            href: projectHref(site, `pages/details?path=${encodeURIComponent(path)}`),
            cells: [count(citations), count(up), count(down)],
            share: citations / (pages[0]?.citations || 1),
          }))}
        />
      )}
    </Section>
  );
}

function Searches({ searches, total }: { searches: AnalyticsReport["searches"]; total: number }) {
  return (
    <Section title="Searches" hint={`${count(total)} searches through the API and the MCP server.`} table="searches">
      {searches.length === 0 ? (
        <EmptyChart>No searches in the last 30 days.</EmptyChart>
      ) : (
        <List
          label="Searches"
          columns={["Searches", "Opened", "Opened most"]}
          rows={searches.map(({ searchQuery, hits, ctr, topClickedPage }) => ({
            id: searchQuery,
            name: searchQuery,
            cells: [count(hits), percent(ctr), topClickedPage ?? "–"],
            share: hits / (searches[0]?.hits || 1),
          }))}
        />
      )}
    </Section>
  );
}

type SectionProps = { title: string; hint: string; table: string; children: ReactNode };

/** A part of the page with its CSV. */
function Section({ title, hint, table, children }: SectionProps) {
  const site = useProject();
  return (
    <UsageSection
      title={title}
      hint={
        <>
          {hint}{" "}
          <a
            href={projectHref(site, `analytics/export/${table}`)}
            download
            aria-label={`${title}: download CSV`}
            className="inline-flex items-center gap-1 text-brand underline-offset-2 hover:underline"
          >
            <Download aria-hidden className="size-3" />
            CSV
          </a>
        </>
      }
    >
      {children}
    </UsageSection>
  );
}

type ListRow = { id: string; name: string; href?: string; hint?: ReactNode; cells: string[]; share: number };

/** A table whose rows are bars, too: as long as their first figure is to the greatest. */
function List({ label, columns, rows }: { label: string; columns: string[]; rows: ListRow[] }) {
  return (
    <Table aria-label={label}>
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          {columns.map((column) => (
            <TableHeader key={column} className="text-right">
              {column}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ id, name, href, hint, cells, share }) => (
          <TableRow key={id}>
            <TableCell className="w-full max-w-0">
              <span className="flex min-w-36 items-baseline gap-2">
                {href === undefined ? (
                  <span className="truncate">{name}</span>
                ) : (
                  <Link href={href} prefetch={false} className="truncate hover:underline">
                    {name}
                  </Link>
                )}
                {hint && <span className="shrink-0 text-muted-foreground text-xs max-sm:hidden">{hint}</span>}
              </span>
              <svg aria-hidden className="mt-1 block h-1 w-full">
                <rect width={`${Math.max(1, share * 100)}%`} height="100%" rx={2} fill="var(--chart-1)" />
              </svg>
            </TableCell>
            {columns.map((column, at) => (
              <TableCell key={column} isNumber className="whitespace-nowrap">
                {cells[at]}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

type Day = AnalyticsReport["summary"]["days"][number];

/** A row for each day of a chart: those without questions have none in the summary. */
export function fillDays(days: readonly string[], counted: readonly Day[]): Day[] {
  const known = new Map(counted.map((row) => [row.day, row]));
  const none = { questions: 0, answered: 0, unanswered: 0, failed: 0, deflected: 0, up: 0, down: 0 };
  return days.map((day) => known.get(day) ?? { day, ...none });
}
