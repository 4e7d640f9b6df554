import type { Overview } from "@docsteward/services/overview/get";
import { Card } from "@docsteward/ui/card";
import { Meter } from "@docsteward/ui/meter";
import { RelativeTime } from "@docsteward/ui/relative-time";
import Link from "next/link";
import type { ReactNode } from "react";
import { formatCost } from "../../../../_components/format-cost.ts";
import { useSite } from "../../../../_components/site-context.tsx";
import { partHref } from "../../../../_components/site-parts.ts";
import { IndexProgress } from "./index-progress.tsx";
import { WeekBars } from "./week-bars.tsx";

/** The week and the month in four figures. */
export function Figures({ overview: { week, months, index } }: { overview: Overview }) {
  const jobs = { completed: 0, failed: 0, active: 0 };
  const questions = { answered: 0, unanswered: 0 };
  for (const day of week) {
    jobs.completed += day.jobs.completed;
    jobs.failed += day.jobs.failed;
    jobs.active += day.jobs.active;
    questions.answered += day.questions.answered;
    questions.unanswered += day.questions.unanswered;
  }
  const costUsd = months.find(({ of }) => of === "project")?.costUsd ?? 0;
  const budgetUsd = months.find(({ of }) => of === "project")?.budgetUsd ?? null;
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Figure
        title="Jobs, 7 days"
        path="jobs"
        figure={jobs.completed + jobs.failed + jobs.active}
        note={listOf([
          [jobs.completed, "completed"],
          [jobs.failed, "failed"],
          [jobs.active, "active"],
        ])}
      >
        <WeekBars
          days={week.map(({ day, jobs: { completed, failed, active } }) => ({
            day,
            parts: [
              { name: "active", count: active, className: "bg-brand" },
              { name: "failed", count: failed, className: "bg-destructive" },
              { name: "completed", count: completed, className: "bg-foreground/60" },
            ],
          }))}
        />
      </Figure>
      <Figure
        title="Questions, 7 days"
        path="conversations"
        figure={questions.answered + questions.unanswered}
        note={listOf([
          [questions.answered, "answered"],
          [questions.unanswered, "without an answer"],
        ])}
      >
        <WeekBars
          days={week.map(({ day, questions: { answered, unanswered } }) => ({
            day,
            parts: [
              { name: "without an answer", count: unanswered, className: "bg-warning" },
              { name: "answered", count: answered, className: "bg-foreground/60" },
            ],
          }))}
        />
      </Figure>
      <Figure
        title="Cost, this month"
        path="usage"
        figure={formatCost(costUsd)}
        note={budgetUsd === null ? "no budget is set" : `of ${formatCost(budgetUsd)}`}
      >
        {budgetUsd !== null && (
          <Meter
            label="Budget of this month"
            value={costUsd}
            max={budgetUsd}
            text={`${formatCost(costUsd)} of ${formatCost(budgetUsd)}`}
            tone={costUsd >= budgetUsd * 0.8 ? "warning" : "neutral"}
          />
        )}
      </Figure>
      <Figure
        title="Index"
        path="settings/index"
        figure={index.answers ? `${index.answers.pages} ${index.answers.pages === 1 ? "page" : "pages"}` : "—"}
        note={
          index.answers ? (
            <>
              <span className="font-mono">{index.answers.commit.slice(0, 7)}</span>,{" "}
              <RelativeTime at={index.answers.indexedAt} />
            </>
          ) : (
            "nothing is indexed yet"
          )
        }
      >
        <IndexProgress index={index} />
      </Figure>
    </div>
  );
}

/** "12 completed, 1 failed"; what there is none of is left out. */
function listOf(parts: [count: number, name: string][]): string {
  const some = parts.filter(([count]) => count > 0);
  return some.length === 0 ? "none yet" : some.map(([count, name]) => `${count} ${name}`).join(", ");
}

function Figure(props: { title: string; path: string; figure: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <Card className="relative flex min-h-34 flex-col gap-0.5 p-3 hover:border-foreground/25">
      <h2 className="text-muted-foreground text-xs">
        <Link href={partHref(useSite(), props.path)} className="after:absolute after:inset-0 after:rounded-lg">
          {props.title}
        </Link>
      </h2>
      <p className="font-semibold text-xl tabular-nums tracking-tight">{props.figure}</p>
      <p className="text-muted-foreground text-xs tabular-nums">{props.note}</p>
      <div className="mt-auto pt-2">{props.children}</div>
    </Card>
  );
}
