import { formatCost, NEARLY_USED } from "@docsteward/platform/money";
import type { Overview } from "@docsteward/services/overview";
import type { IndexState } from "@docsteward/services/site/index-state";
import { cn } from "@docsteward/ui/cn";
import { Card } from "@docsteward/ui/layout";
import { Meter } from "@docsteward/ui/meter";
import { Progress } from "@docsteward/ui/progress";
import { RelativeTime } from "@docsteward/ui/time";
import Link from "next/link";
import type { ReactNode } from "react";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";

/** The week and the month in four figures. */
export function Figures({ overview: { week, months, index } }: { overview: Overview }) {
  const month = months.find(({ of }) => of === "project");
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Jobs week={week} />
      <Questions week={week} />
      <Cost costUsd={month?.costUsd ?? 0} budgetUsd={month?.budgetUsd ?? null} />
      <Index index={index} />
    </div>
  );
}

function Jobs({ week }: Pick<Overview, "week">) {
  const sum = (state: keyof Overview["week"][number]["jobs"]) => total(week.map(({ jobs }) => jobs[state]));
  const [completed, failed, cancelled, active] = [sum("completed"), sum("failed"), sum("cancelled"), sum("active")];
  return (
    <Figure
      title="Jobs, 7 days"
      path="jobs"
      figure={completed + failed + cancelled + active}
      note={listOf([
        [completed, "completed"],
        [failed, "failed"],
        [cancelled, "cancelled"],
        [active, "active"],
      ])}
    >
      <WeekBars
        days={week.map(({ day, jobs }) => ({
          day,
          parts: [
            { name: "active", count: jobs.active, className: "bg-brand" },
            { name: "failed", count: jobs.failed, className: "bg-destructive" },
            { name: "cancelled", count: jobs.cancelled, className: "bg-muted-foreground/50" },
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
      <h2 className="text-muted-foreground text-xs">
        <Link href={projectHref(useProject(), props.path)} className="after:absolute after:inset-0 after:rounded-lg">
          {props.title}
        </Link>
      </h2>
      <p className="font-semibold text-xl tabular-nums tracking-tight">{props.figure}</p>
      <p className="text-muted-foreground text-xs tabular-nums">{props.note}</p>
      <div className="mt-auto pt-2">{props.children}</div>
    </Card>
  );
}

type Day = { day: string; parts: { name: string; count: number; className: string }[] };

/** Seven days as stacked bars, the highest of them as high as there is room. The figures are in each day's title. */
function WeekBars({ days }: { days: Day[] }) {
  const sums = days.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0));
  const highest = Math.max(1, ...sums);
  return (
    <ul className="flex h-10 items-end gap-1" aria-label="By day">
      {days.map(({ day, parts }, index) => (
        <li key={day} title={wordsOf({ day, parts })} className="relative flex h-full flex-1 flex-col justify-end">
          <span className="sr-only">{wordsOf({ day, parts })}</span>
          {sums[index] === 0 && <span className="h-px bg-border" />}
          {parts.map(({ name, count, className }) => (
            <span
              key={name}
              className={cn("min-h-px first:rounded-t-xs", count === 0 && "hidden", className)}
              style={{ height: `${(count / highest) * 100}%` }}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ day, parts }: Day): string {
  const date = new Date(`${day}T00:00:00Z`);
  const name = date.toLocaleDateString("en", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
  const some = parts.filter(({ count }) => count > 0).map(({ count, name: part }) => `${count} ${part}`);
  return `${name}: ${some.join(", ") || "none"}`;
}

/** The progress of an index run, or why the last one failed; nothing while idle. */
export function IndexProgress({ index: { status, progress, failure } }: { index: IndexState }) {
  if (status === "failed") {
    return <p className="break-words text-destructive">{failure ?? "The last run failed."}</p>;
  }
  if (progress === null) return null;
  const { phase, pagesDone, pagesTotal } = progress;
  const words = pagesTotal > 0 ? `${phase}: ${pagesDone} of ${pagesTotal} pages` : phase;
  return (
    <div className="flex w-full max-w-xs flex-col gap-1">
      <Progress label="Index" value={pagesTotal > 0 ? pagesDone : null} max={pagesTotal || 1} />
      <p className="text-muted-foreground text-xs tabular-nums">{words}</p>
    </div>
  );
}
