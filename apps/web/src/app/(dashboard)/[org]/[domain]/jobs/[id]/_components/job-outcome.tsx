"use client";

import type { JobDetails } from "@docsteward/services/job/details";
import { buttonClasses } from "@docsteward/ui/button";
import { CircleMinus, CircleSlash, GitPullRequest } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { outcomeOf } from "#components/job-status.tsx";
import { projectHref } from "#components/project-pages.ts";
import { FailureCard } from "./timeline.tsx";

type Props = { site: { org: string; domain: string }; job: JobDetails };

/** What came of a job, in the header that stays: the pull request, why there is none, or what went wrong. Nothing while it works. */
export function JobOutcome({ job }: Pick<Props, "job">) {
  const outcome = outcomeOf(job);
  switch (outcome) {
    case "active":
      return null;
    case "failed":
      return job.failure && <FailureCard {...job.failure} />;
    case "cancelled":
      return (
        <Line icon={<CircleSlash aria-hidden className="size-4 text-muted-foreground" />}>
          {job.failure?.reason ?? "The job was cancelled."} Send a follow-up to continue it.
        </Line>
      );
    case "unchanged":
      return (
        <Line icon={<CircleMinus aria-hidden className="size-4 text-muted-foreground" />}>
          <span className="font-medium">No changes.</span> <Said text={job.messageToUser} />
        </Line>
      );
    case "completed":
      return (
        <Line icon={<GitPullRequest aria-hidden className="size-4 text-success" />}>
          <Said text={job.messageToUser} />
        </Line>
      );
  }
}

/** The way to what a job made. */
export function PullRequestLink({ site, job }: Props) {
  if (job.pullRequestPath === null) return null;
  return (
    <Link href={projectHref(site, job.pullRequestPath)} className={buttonClasses({ variant: "primary", size: "sm" })}>
      <GitPullRequest aria-hidden />
      Pull request #{job.pullRequestNumber}
    </Link>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p role="status" className="flex items-start gap-2">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <span className="line-clamp-2 min-w-0 break-words">{children}</span>
    </p>
  );
}

/** The agent's message without its Markdown, short; the timeline has all of it. */
function Said({ text }: { text: string | null }) {
  const items = (text ?? "").slice(0, 1_000).replace(/^[-*+] /gm, "");
  const plain = items.replace(/[*`#]/g, "").replace(/\s+/g, " ").trim();
  return <>{plain === "" ? "The agent finished without a message." : plain}</>;
}
