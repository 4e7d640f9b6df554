"use client";

import { formatCost } from "@docsteward/platform/money";
import type { JobDetails } from "@docsteward/services/job/details";
import type { JobNeighbours } from "@docsteward/services/job/list";
import { Badge } from "@docsteward/ui/badge";
import { buttonClasses } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { CopyButton } from "@docsteward/ui/copy";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, ChevronDown, ChevronUp, type LucideIcon, RotateCw, Square } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { BackLink } from "#components/back-link.tsx";
import { jobTitle } from "#components/format.ts";
import { JobStatus } from "#components/job-status.tsx";
import { OfflineNotice } from "#components/offline-notice.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { JobDuration } from "#components/status-badges.tsx";
import { StickyHeader } from "#components/sticky-header.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { JobOutcome, PullRequestLink } from "./job-outcome.tsx";

type Props = {
  site: { org: string; domain: string };
  job: JobDetails;
  neighbours: JobNeighbours;
  /** Why news of the job does not come in; null while it does. */
  problem: string | null;
};

/** The job's title and status, with its actions. */
export function JobHeader({ site, job, neighbours, problem }: Props) {
  const jobsHref = `/${site.org}/${site.domain}/jobs`;
  return (
    <>
      <StickyHeader>
        <BackLink href={jobsHref}>All jobs</BackLink>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h1 className="line-clamp-2 max-sm:line-clamp-1 min-w-0 flex-1 basis-64 break-words font-semibold text-lg leading-snug tracking-tight">
            {jobTitle(job)}
          </h1>
          <div className="flex flex-wrap items-center gap-2">
            <JobStatus job={job} />
            {job.archivedAt && <Badge>Archived</Badge>}
            <PullRequestLink site={site} job={job} />
            <JobActions site={site} job={job} />
            <Neighbours jobsHref={jobsHref} neighbours={neighbours} />
          </div>
        </div>
        <JobOutcome job={job} />
      </StickyHeader>
      <dl className="flex flex-wrap items-center gap-x-5 gap-y-1.5 text-[0.8125rem]">
        <Fact name="Model">{job.model}</Fact>
        <Fact name="Branch">
          <code className="font-mono text-xs wrap-anywhere">
            {job.branch ? `${job.branch} → ${job.source.ref}` : job.source.ref}
          </code>
        </Fact>
        <Fact name="Duration">
          <JobDuration job={job} className="tabular-nums" />
        </Fact>
        <Fact name="Steps">
          <span className="tabular-nums">{job.modelCalls.toLocaleString("en")}</span>
        </Fact>
        <Fact name="Tokens">
          <span className="tabular-nums">
            {job.tokens.input.toLocaleString("en")} in, {job.tokens.output.toLocaleString("en")} out
          </span>
        </Fact>
        <Fact name="Cost">
          <span className="tabular-nums">{formatCost(job.costUsd)}</span>
        </Fact>
        <Fact name="Created">
          <span>
            <RelativeTime at={job.createdAt} />
            {job.createdBy && ` by ${job.createdBy.name}`}
          </span>
        </Fact>
        {job.retryOfId && (
          <Fact name="Retry of">
            <Link href={`${jobsHref}/${job.retryOfId}`} className="font-mono text-brand text-xs hover:underline">
              {job.retryOfId.slice(0, 8)}…{job.retryOfId.slice(-4)}
            </Link>
          </Fact>
        )}
        <Fact name="ID">
          <CopyButton value={job.id} label="Copy job ID" className="-ml-1.5">
            {job.id.slice(0, 8)}…{job.id.slice(-4)}
          </CopyButton>
        </Fact>
        {job.requestId && (
          <Fact name="Request ID">
            <CopyButton value={job.requestId} label="Copy request ID" className="-ml-1.5">
              {job.requestId.slice(0, 8)}…{job.requestId.slice(-4)}
            </CopyButton>
          </Fact>
        )}
      </dl>
      {problem !== null && (
        <p role="status" className="text-warning">
          {problem}
        </p>
      )}
      {job.model === "offline" && <OfflineNotice />}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="flex items-center gap-1.5">{children}</dd>
    </div>
  );
}

function Neighbours({ jobsHref, neighbours: { newerId, olderId } }: { jobsHref: string; neighbours: JobNeighbours }) {
  return (
    <nav aria-label="Adjacent jobs" className="flex">
      <Neighbour label="Newer job" href={newerId && `${jobsHref}/${newerId}`} Icon={ChevronUp} />
      <Neighbour label="Older job" href={olderId && `${jobsHref}/${olderId}`} Icon={ChevronDown} />
    </nav>
  );
}

function Neighbour({ label, href, Icon }: { label: string; href: string | null; Icon: LucideIcon }) {
  const classes = buttonClasses({ variant: "ghost", size: "icon" });
  return href === null ? (
    <span aria-hidden className={`${classes} opacity-40`}>
      <Icon />
    </span>
  ) : (
    <Link href={href} aria-label={label} title={label} className={classes}>
      <Icon aria-hidden />
    </Link>
  );
}

/** Cancel while the job works; retry, archive and its undo afterwards. */
function JobActions({ site, job }: { site: { org: string; domain: string }; job: JobDetails }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const input = { ...site, id: job.id };
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.job.pathKey() });
  const cancel = useMutation(trpc.job.cancel.mutationOptions({ onSettled }));
  const archive = useMutation(trpc.job.archive.mutationOptions({ onSettled }));
  const unarchive = useMutation(trpc.job.unarchive.mutationOptions({ onSettled }));
  const retry = useMutation(
    trpc.job.retry.mutationOptions({
      onSettled,
      onSuccess: ({ id }) => {
        toast.success("Retry started as a new job.");
        router.push(`/${site.org}/${site.domain}/jobs/${id}`);
      },
    }),
  );
  const error = cancel.error ?? archive.error ?? unarchive.error ?? retry.error;
  const toggle = job.archivedAt === null ? archive : unarchive;
  const Icon = job.archivedAt === null ? Archive : ArchiveRestore;
  return (
    <>
      {job.status === "active" ? (
        <ConfirmDialog
          trigger={
            <RestrictedButton least="member" variant="destructive" size="sm" disabled={cancel.isPending}>
              <Square aria-hidden />
              Cancel
            </RestrictedButton>
          }
          title="Cancel this job?"
          action="Cancel job"
          isDestructive
          onConfirm={() => cancel.mutate(input)}
        >
          The agent stops and opens no pull request. To restart the job, send a follow-up.
        </ConfirmDialog>
      ) : (
        <RestrictedButton
          least="member"
          size="sm"
          disabled={retry.isPending || retry.isSuccess}
          onClick={() => retry.mutate(input)}
        >
          <RotateCw aria-hidden />
          <span className="max-sm:sr-only">Retry</span>
        </RestrictedButton>
      )}
      <RestrictedButton least="member" size="sm" disabled={toggle.isPending} onClick={() => toggle.mutate(input)}>
        <Icon aria-hidden />
        <span className="max-sm:sr-only">{job.archivedAt === null ? "Archive" : "Unarchive"}</span>
      </RestrictedButton>
      {error && (
        <p role="alert" className="basis-full text-destructive">
          {error.message}
        </p>
      )}
    </>
  );
}
