"use client";

import type { JobDetails } from "@docsteward/services/job/details";
import type { Needs } from "@docsteward/services/needs";
import type { Overview as OverviewData } from "@docsteward/services/overview";
import { Button } from "@docsteward/ui/button";
import { Card } from "@docsteward/ui/layout";
import { ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { Children, type ReactNode, useId, useState } from "react";
import { jobTitle } from "#components/format.ts";
import { JobStatus } from "#components/job-status.tsx";
import { PageTitle } from "#components/page-elements.tsx";
import { hasRole, useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";
import { Figures } from "./figures.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { SetUp } from "./set-up.tsx";

/** While set-up steps are open, the person waits for them to be completed. */
const SET_UP_REFRESH_MS = 2_000;
const REFRESH_MS = 5_000;

/** How a project is doing, renewed while the page is seen. */
export function Overview({ first, firstNeeds }: { first: OverviewData; firstNeeds: Needs }) {
  const { org, domain } = useProject();
  // A model can be left out for good: its step alone does not bring the set-up back.
  const { model: _, ...needed } = first.steps;
  const wasSetUp = Object.values(needed).every(Boolean);
  const [hasSetUp, setHasSetUp] = useState(!wasSetUp);
  const { data, error, refetch } = useQuery({
    ...useTRPC().overview.get.queryOptions({ org, domain }),
    initialData: first,
    refetchInterval: hasSetUp ? SET_UP_REFRESH_MS : REFRESH_MS,
  });
  return (
    <div className="flex flex-col gap-5">
      <PageTitle title="Overview">
        <NewJob />
      </PageTitle>
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      {hasSetUp && (
        <SetUp steps={data.steps} index={data.index} source={data.source} onHide={() => setHasSetUp(false)} />
      )}
      <NeedsYou first={firstNeeds} />
      <Figures overview={data} />
      <div className="grid gap-5 lg:grid-cols-2">
        <LatestJobs jobs={data.latestJobs} />
        <UnansweredQuestions questions={data.unanswered} />
      </div>
    </div>
  );
}

const NewJobDialog = dynamic(
  () => import("../../jobs/(list)/_components/new-job-dialog.tsx").then((module) => module.NewJobDialog),
  { ssr: false },
);

/** New job, for people who may start one. */
function NewJob() {
  const { org, domain, role } = useProject();
  const [isOpen, setIsOpen] = useState(false);
  if (!hasRole(role, "member")) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden />
        New job
      </Button>
      {isOpen && <NewJobDialog site={{ org, domain }} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** The newest jobs, a line each. */
function LatestJobs({ jobs }: { jobs: JobDetails[] }) {
  const site = useProject();
  return (
    <OverviewList
      title="Latest jobs"
      path="jobs"
      more="All jobs"
      empty="No jobs yet. A job turns an instruction into a pull request."
    >
      {jobs.map((job) => (
        <li key={job.id}>
          <Link
            href={projectHref(site, `jobs/${job.id}`)}
            className="-outline-offset-2 flex h-10 items-center gap-2.5 px-3 hover:bg-accent/60"
          >
            <JobStatus job={job} isShort />
            <span className="min-w-0 flex-1 truncate">{jobTitle(job)}</span>
            <RelativeTime at={job.createdAt} className="shrink-0 text-muted-foreground text-xs tabular-nums" />
          </Link>
        </li>
      ))}
    </OverviewList>
  );
}

/** The newest questions that the pages did not answer, each leading to its gap: what the documentation lacks. */
function UnansweredQuestions({ questions }: { questions: OverviewData["unanswered"] }) {
  const href = projectHref(useProject(), "conversations/gaps");
  return (
    <OverviewList
      title="Unanswered questions"
      path="conversations/gaps"
      more="All gaps"
      empty="No unanswered questions. Questions that the docs don't answer appear here."
    >
      {questions.map(({ id, question, createdAt, gapId }) => (
        <li key={id}>
          <Link
            href={gapId === null ? href : `${href}/${gapId}`}
            className="-outline-offset-2 flex h-10 items-center gap-2.5 px-3 hover:bg-accent/60"
          >
            <span className="min-w-0 flex-1 truncate">{question}</span>
            <RelativeTime at={createdAt} className="shrink-0 text-muted-foreground text-xs tabular-nums" />
          </Link>
        </li>
      ))}
    </OverviewList>
  );
}

/** A short list with the way to the whole of it. `empty` is said in the place of rows. */
function OverviewList(props: { title: string; path: string; more: string; empty: string; children: ReactNode }) {
  const site = useProject();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id={titleId} className="font-semibold">
          {props.title}
        </h2>
        <Link href={projectHref(site, props.path)} className="text-muted-foreground text-xs hover:text-foreground">
          {props.more}
        </Link>
      </div>
      <Card className="overflow-hidden">
        {Children.count(props.children) === 0 ? (
          <p className="px-3 py-6 text-center text-muted-foreground">{props.empty}</p>
        ) : (
          <ul className="divide-y">{props.children}</ul>
        )}
      </Card>
    </section>
  );
}
