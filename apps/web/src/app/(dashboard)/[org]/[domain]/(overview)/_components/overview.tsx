"use client";

import type { JobDetails } from "@docsteward/services/job/details";
import type { Need, Needs } from "@docsteward/services/needs";
import type { Overview as OverviewData } from "@docsteward/services/overview";
import { buttonClasses } from "@docsteward/ui/button";
import { Card } from "@docsteward/ui/layout";
import { ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { useQuery } from "@tanstack/react-query";
import {
  Bot,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CircleX,
  FolderSearch,
  GitPullRequest,
  type LucideIcon,
  Plus,
  Wallet,
  Webhook,
} from "lucide-react";
import Link from "next/link";
import { Children, type ReactNode, useId, useState } from "react";
import { jobTitle } from "#components/format.ts";
import { JobStatus } from "#components/job-status.tsx";
import { PageTitle } from "#components/page-elements.tsx";
import { hasRole, useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";
import { Figures } from "./figures.tsx";
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
        <NewJobLink href={projectHref({ org, domain }, "jobs?new=true")} />
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

/** New job, for people who may start one. */
function NewJobLink({ href }: { href: string }) {
  const { role } = useProject();
  if (!hasRole(role, "member")) return null;
  return (
    <Link href={href} className={buttonClasses({ variant: "primary" })}>
      <Plus aria-hidden />
      New job
    </Link>
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

const NEEDS_REFRESH_MS = 10_000;

const LOOKS: Record<Need["kind"], { Icon: LucideIcon; className: string }> = {
  index: { Icon: FolderSearch, className: "text-destructive" },
  budget: { Icon: Wallet, className: "text-warning" },
  webhook: { Icon: Webhook, className: "text-warning" },
  automation: { Icon: CirclePause, className: "text-warning" },
  job: { Icon: CircleX, className: "text-destructive" },
  review: { Icon: GitPullRequest, className: "text-success" },
  gap: { Icon: CircleHelp, className: "text-warning" },
  model: { Icon: Bot, className: "text-muted-foreground" },
};

/** What each cut list is called, and where all of it is. */
const LISTS = {
  job: { path: "jobs?status=failed", words: "failed jobs" },
  review: { path: "pulls?state=open", words: "pull requests to review" },
  gap: { path: "conversations/gaps", words: "open gaps" },
} as const;

/** What waits for a person, each with the way to it; renewed while the page is seen. */
function NeedsYou({ first }: { first: Needs }) {
  const site = useProject();
  const { org, domain } = site;
  const { data, error, refetch } = useQuery({
    ...useTRPC().overview.needs.queryOptions({ org, domain }),
    initialData: first,
    refetchInterval: NEEDS_REFRESH_MS,
  });
  const { needs, counts } = data;
  const more = (["job", "review", "gap"] as const).filter(
    (kind) => counts[kind] > needs.filter((need) => need.kind === kind).length,
  );
  return (
    <section aria-label="Needs you" className="min-w-0">
      <h2 className="mb-2 font-semibold">Needs you</h2>
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      <Card className="overflow-hidden">
        {needs.length === 0 ? (
          <p className="flex items-center gap-2 px-3 py-3 text-muted-foreground">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
            Nothing needs your attention. Pull requests to review, failed jobs and unanswered questions appear here.
          </p>
        ) : (
          <ul className="divide-y">
            {needs.map((need) => (
              <li key={`${need.kind} ${need.path} ${need.title}`}>
                <NeedRow need={need} href={projectHref(site, need.path)} />
              </li>
            ))}
          </ul>
        )}
        {more.length > 0 && (
          <p className="flex flex-wrap gap-x-4 gap-y-1 border-t px-3 py-2 text-xs">
            {more.map((kind) => (
              <Link key={kind} href={projectHref(site, LISTS[kind].path)} className="text-brand hover:underline">
                All {counts[kind].toLocaleString("en")} {LISTS[kind].words}
              </Link>
            ))}
          </p>
        )}
      </Card>
    </section>
  );
}

function NeedRow({ need: { kind, title, since }, href }: { need: Need; href: string }) {
  const { Icon, className } = LOOKS[kind];
  return (
    <Link href={href} className="-outline-offset-2 flex min-h-10 items-center gap-2.5 px-3 py-1.5 hover:bg-accent/60">
      <Icon aria-hidden className={`size-4 shrink-0 ${className}`} />
      <span className="line-clamp-2 min-w-0 flex-1 break-words">{title}</span>
      {since && <RelativeTime at={since} className="shrink-0 text-muted-foreground text-xs tabular-nums" />}
    </Link>
  );
}
