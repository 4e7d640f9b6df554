import { formatCost, NEARLY_USED } from "@docsteward/platform/money";
import type { Overview } from "@docsteward/services/overview";
import type { IndexState } from "@docsteward/services/site/index-state";
import { cn } from "@docsteward/ui/cn";
import { Card } from "@docsteward/ui/layout";
import { Meter } from "@docsteward/ui/meter";
import { Progress } from "@docsteward/ui/progress";
import { RelativeTime } from "@docsteward/ui/time";
import { Download } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { indexPhase } from "#components/format.ts";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";

/** The week and the month in four figures. */
export function Figures({ overview: { week, mergedCount, months, index } }: { overview: Overview }) {
  const month = months.find(({ of }) => of === "project");
  const csv = projectHref(useProject(), "usage/export/week");
  return (
    <section aria-labelledby="activity" className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="activity" className="font-semibold">
          Activity
        </h2>
        <a
          href={csv}
          download
          aria-label="Jobs and questions of 7 days: download CSV"
          className="flex items-center gap-1 text-muted-foreground text-xs hover:text-foreground"
        >
          <Download aria-hidden className="size-3" />
          CSV
        </a>
      </div>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <Jobs week={week} mergedCount={mergedCount} />
        <Questions week={week} />
        <Cost costUsd={month?.costUsd ?? 0} budgetUsd={month?.budgetUsd ?? null} />
        <Index index={index} />
      </div>
    </section>
  );
}

function Jobs({ week, mergedCount }: Pick<Overview, "week" | "mergedCount">) {
  const sum = (state: keyof Overview["week"][number]["jobs"]) => total(week.map(({ jobs }) => jobs[state]));
  const [completed, unchanged] = [sum("completed"), sum("unchanged")];
  const [failed, cancelled, active] = [sum("failed"), sum("cancelled"), sum("active")];
  return (
    <Figure
      title="Jobs, 7 days"
      path="jobs"
      figure={completed + unchanged + failed + cancelled + active}
      note={listOf([
        [completed, "completed"],
        [unchanged, "without changes"],
        [failed, "failed"],
        [cancelled, "cancelled"],
        [active, "active"],
        [mergedCount, mergedCount === 1 ? "pull request merged" : "pull requests merged"],
      ])}
    >
      <WeekBars
        label="Jobs by day"
        days={week.map(({ day, jobs }) => ({
          day,
          parts: [
            { name: "active", count: jobs.active, className: "bg-brand" },
            { name: "failed", count: jobs.failed, className: "bg-destructive" },
            { name: "cancelled", count: jobs.cancelled, className: "bg-muted-foreground/50" },
            { name: "without changes", count: jobs.unchanged, className: "bg-muted-foreground/30" },
            { name: "completed", count: jobs.completed, className: "bg-foreground/60" },
          ],
        }))}
      />
    </Figure>
  );
}

function Questions({ week }: Pick<Overview, "week">) {
  const answered = total(week.map(({ questions }) => questions.answered));
  const unanswered = total(week.map(({ questions }) => questions.unanswered));
  return (
    <Figure
      title="Questions, 7 days"
      path="conversations"
      figure={answered + unanswered}
      note={listOf([
        [answered, "answered"],
        [unanswered, "unanswered"],
      ])}
    >
      <WeekBars
        label="Questions by day"
        days={week.map(({ day, questions }) => ({
          day,
          parts: [
            { name: "unanswered", count: questions.unanswered, className: "bg-warning" },
            { name: "answered", count: questions.answered, className: "bg-foreground/60" },
          ],
        }))}
      />
    </Figure>
  );
}

function Cost({ costUsd, budgetUsd }: { costUsd: number; budgetUsd: number | null }) {
  return (
    <Figure
      title="Cost, this month"
      path="usage"
      figure={formatCost(costUsd)}
      note={budgetUsd === null ? "No budget set" : `of ${formatCost(budgetUsd)}`}
    >
      {budgetUsd !== null && (
        <Meter
          label="Monthly budget"
          value={costUsd}
          max={budgetUsd}
          text={`${formatCost(costUsd)} of ${formatCost(budgetUsd)}`}
          tone={costUsd >= budgetUsd * NEARLY_USED ? "warning" : "neutral"}
        />
      )}
    </Figure>
  );
}

function Index({ index }: Pick<Overview, "index">) {
  const { answers } = index;
  return (
    <Figure
      title="Index"
      path="settings/index"
      figure={answers ? `${answers.pages} ${answers.pages === 1 ? "page" : "pages"}` : "—"}
      note={
        answers ? (
          <>
            <span className="font-mono">{answers.commit.slice(0, 7)}</span>, <RelativeTime at={answers.indexedAt} />
          </>
        ) : (
          "Not indexed yet"
        )
      }
    >
      <IndexProgress index={index} />
    </Figure>
  );
}

const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);

/** "12 completed, 1 failed"; what there is none of is left out. */
function listOf(parts: [count: number, name: string][]): string {
  const some = parts.filter(([count]) => count > 0);
  return some.length === 0 ? "None yet" : some.map(([count, name]) => `${count} ${name}`).join(", ");
}

function Figure(props: { title: string; path: string; figure: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <Card className="relative flex min-h-34 flex-col gap-0.5 p-3 hover:border-foreground/25">
      <h3 className="text-muted-foreground text-xs">
        <Link href={projectHref(useProject(), props.path)} className="after:absolute after:inset-0 after:rounded-lg">
          {props.title}
        </Link>
      </h3>
      <p className="font-semibold text-xl tabular-nums tracking-tight">{props.figure}</p>
      <p className="text-muted-foreground text-xs tabular-nums">{props.note}</p>
      <div className="mt-auto pt-2">{props.children}</div>
    </Card>
  );
}

type Day = { day: string; parts: { name: string; count: number; className: string }[] };

/** Seven days as stacked bars, the highest of them as high as there is room, and the same as a table for screen readers. */
function WeekBars({ label, days }: { label: string; days: Day[] }) {
  const sums = days.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0));
  const highest = Math.max(1, ...sums);
  return (
    <>
      <div aria-hidden className="flex h-10 items-end gap-1">
        {days.map(({ day, parts }, index) => (
          <div key={day} title={wordsOf({ day, parts })} className="relative flex h-full flex-1 flex-col justify-end">
            {sums[index] === 0 && <span className="h-px bg-border" />}
            {parts.map(({ name, count, className }) => (
              <span
                key={name}
                className={cn("min-h-px first:rounded-t-xs", count === 0 && "hidden", className)}
                style={{ height: `${(count / highest) * 100}%` }}
              />
            ))}
          </div>
        ))}
      </div>
      {/* A table would be as wide as its words. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {days[0]?.parts.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, parts }) => (
              <tr key={day}>
                <th scope="row">{formatWeekday(day)}</th>
                {parts.map(({ name, count }) => (
                  <td key={name}>{count}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function wordsOf({ day, parts }: Day): string {
  const some = parts.filter(({ count }) => count > 0).map(({ count, name }) => `${count} ${name}`);
  return `${formatWeekday(day)}: ${some.join(", ") || "none"}`;
}

/** `2026-11-20` as people say it: "Fri, Nov 20". */
function formatWeekday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return date.toLocaleDateString("en", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
}

/** The progress of an index run, or why the last one failed; nothing while idle. */
export function IndexProgress({ index: { status, progress, failure } }: { index: IndexState }) {
  if (status === "failed") {
    return <p className="break-words text-destructive">{failure ?? "The last run failed."}</p>;
  }
  if (progress === null) return null;
  const { phase, pagesDone, pagesTotal } = progress;
  const name = indexPhase(phase);
  const words = pagesTotal > 0 ? `${name}: ${pagesDone} of ${pagesTotal} pages` : name;
  return (
    <div className="flex w-full max-w-xs flex-col gap-1">
      <Progress label="Index" value={pagesTotal > 0 ? pagesDone : null} max={pagesTotal || 1} />
      <p className="text-muted-foreground text-xs tabular-nums">{words}</p>
    </div>
  );
}
