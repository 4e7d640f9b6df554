"use client";

import { formatCost } from "@docsteward/platform/money";
import type { AnalyticsReport } from "@docsteward/services/analytics/report";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { RelativeTime } from "@docsteward/ui/time";
import Link from "next/link";
import type { ReactNode } from "react";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { EmptyChart } from "../../usage/_components/usage-section.tsx";
import { AnalyticsSection, count, duration, percent } from "./analytics-section.tsx";

/** What readers asked about. */
export function Topics({ topics, days }: AnalyticsReport) {
  return (
    <AnalyticsSection title="Topics" hint="Questions that ask the same are one topic." table="topics" days={days}>
      {topics.length === 0 ? (
        <EmptyChart>No topics in this period.</EmptyChart>
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
    </AnalyticsSection>
  );
}

/** The pages that answers cite. */
export function CitedPages({ pages, days }: AnalyticsReport) {
  const site = useProject();
  return (
    <AnalyticsSection
      title="Pages most cited"
      hint="How many answers cite a page, and their ratings."
      table="pages"
      days={days}
    >
      {pages.length === 0 ? (
        <EmptyChart>No answers cited a page in this period.</EmptyChart>
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
    </AnalyticsSection>
  );
}

/** What readers searched for. */
export function Searches({ searches, totalSearches, days }: AnalyticsReport) {
  return (
    <AnalyticsSection
      title="Searches"
      hint={`${count(totalSearches)} searches through the API and the MCP server.`}
      table="searches"
      days={days}
    >
      {searches.length === 0 ? (
        <EmptyChart>No searches in this period.</EmptyChart>
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
    </AnalyticsSection>
  );
}

/** The pages that did not help. */
export function FailingPages({ failing, days }: AnalyticsReport) {
  const site = useProject();
  const sum = ({ unanswered, down }: (typeof failing)[number]) => unanswered + down;
  const [first] = failing;
  return (
    <AnalyticsSection
      title="Pages that fail readers"
      hint="The model read the page and found no answer, or readers rated an answer that cites it bad."
      table="failing-pages"
      days={days}
    >
      {first === undefined ? (
        <EmptyChart>No page failed readers in this period.</EmptyChart>
      ) : (
        <List
          label="Pages that fail readers"
          columns={["Unanswered", "Rated bad", "Answers"]}
          rows={failing.map((page) => ({
            id: page.path,
            name: page.path,
            href: projectHref(site, `pages/details?path=${encodeURIComponent(page.path)}`),
            cells: [count(page.unanswered), count(page.down), count(page.citations)],
            share: sum(page) / sum(first),
          }))}
        />
      )}
    </AnalyticsSection>
  );
}

const OUTCOMES = ["Questions", "Unanswered", "Failed", "Rated bad"];
type Outcomes = Pick<AnalyticsReport["keys"][number], "questions" | "unanswered" | "failed" | "down">;
const outcomeCells = ({ questions, unanswered, failed, down }: Outcomes) =>
  [questions, unanswered, failed, down].map(count);

/** Which keys the questions came with. */
export function Keys({ keys, days }: AnalyticsReport) {
  return (
    <AnalyticsSection title="Keys" hint="Which keys readers' questions came with." table="keys" days={days}>
      {keys.length === 0 ? (
        <EmptyChart>No questions in this period.</EmptyChart>
      ) : (
        <List
          label="Keys"
          columns={OUTCOMES}
          rows={keys.map((key) => ({
            id: key.keyId ?? "none",
            name: key.name ?? (key.keyId === null ? "Without a key" : "Deleted key"),
            cells: outcomeCells(key),
            share: key.questions / (keys[0]?.questions || 1),
          }))}
        />
      )}
    </AnalyticsSection>
  );
}

/** Which models answered. */
export function Models({ models, days }: AnalyticsReport) {
  return (
    <AnalyticsSection
      title="Models"
      hint="Which models answered readers, how long readers waited, and what the answers cost."
      table="models"
      days={days}
    >
      {models.length === 0 ? (
        <EmptyChart>No questions in this period.</EmptyChart>
      ) : (
        <List
          label="Models"
          columns={[...OUTCOMES, "Median wait", "Cost"]}
          rows={models.map((model) => ({
            id: model.model,
            name: model.model,
            cells: [...outcomeCells(model), duration(model.medianMs), formatCost(model.costUsd)],
            share: model.questions / (models[0]?.questions || 1),
          }))}
        />
      )}
    </AnalyticsSection>
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
            <TableCell className="w-full min-w-42 max-w-0">
              <span className="flex min-w-0 items-baseline gap-2">
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
