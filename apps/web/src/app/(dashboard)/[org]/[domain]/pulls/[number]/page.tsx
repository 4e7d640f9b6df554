import type { JobChecks } from "@docsteward/services/job/events";
import type { PullRequestDetails } from "@docsteward/services/pull-request/get";
import { buttonClasses } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { CopyButton } from "@docsteward/ui/copy";
import { Card, CardHeader } from "@docsteward/ui/layout";
import { RelativeTime } from "@docsteward/ui/time";
import { ChevronRight, CircleCheck, ExternalLink, TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { BackLink } from "#components/back-link.tsx";
import { ChangeViews } from "#components/changes/change-views.tsx";
import { LineCounts } from "#components/changes/diff-view.tsx";
import { Markdown } from "#components/markdown/markdown.tsx";
import { Notice } from "#components/page-elements.tsx";
import { AddressState } from "#components/query-state.tsx";
import { PullRequestBadge } from "#components/status-badges.tsx";
import { StickyHeader } from "#components/sticky-header.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { MergeObstacleNotice, PullRequestActions, RevertButton } from "./_components/pull-request-actions.tsx";
import { toShownDescription } from "./_components/shown-description.ts";

type Props = {
  params: Promise<{ org: string; domain: string; number: string }>;
  /** Address of the repository, of a pull request from before the project got another one. */
  searchParams: Promise<{ repository?: string | string[] }>;
};

// The title and the page ask for the same, and git is asked once.
const load = cache(async (org: string, domain: string, text: string, repository: string | undefined) => {
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  return orNotFound((await api()).pullRequest.get({ org, domain, number: Number(text), repository }));
});

const one = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { org, domain, number } = await params;
  const pull = await load(org, domain, number, one((await searchParams).repository));
  return { title: `${pull.title} #${pull.number}` };
}

export default async function PullRequestPage({ params, searchParams }: Props) {
  const { org, domain, number } = await params;
  const pull = await load(org, domain, number, one((await searchParams).repository));
  const site = { org, domain };
  const problems = pull.checks?.problems ?? [];
  const description = toShownDescription(pull.body);
  return (
    <div data-wide className="flex flex-col gap-3">
      <PullRequestHeader site={site} pull={pull} />
      {pull.obstacle && <MergeObstacleNotice site={site} pull={pull} obstacle={pull.obstacle} />}
      {pull.checks && problems.length > 0 && <Checks checks={pull.checks} />}
      {description !== "" && (
        <Fold title="Description">
          <div className="px-4 py-3">
            <Markdown text={description} />
          </div>
        </Fold>
      )}
      {pull.host === "git" && pull.state === "open" && (
        <Notice>
          The branch {pull.branch} was pushed. Open and merge the pull request at your Git server; this page notices the
          merge when {pull.baseRef} has its commits.
        </Notice>
      )}
      {pull.problem === null ? (
        <>
          <AddressState>
            <ChangeViews
              site={site}
              pull={pull.number}
              repository={pull.repository}
              label="View"
              jobId={pull.state === "open" ? pull.jobId : null}
            />
          </AddressState>
          <Commits commits={pull.commits} />
        </>
      ) : (
        <Notice>{pull.problem}</Notice>
      )}
    </div>
  );
}

type Pull = Awaited<ReturnType<typeof load>>;

/** What a decision needs, always in view: the state, the checks, the size, and the way to merge. */
function PullRequestHeader({ site: { org, domain }, pull }: { site: { org: string; domain: string }; pull: Pull }) {
  return (
    <StickyHeader>
      <BackLink href={`/${org}/${domain}/pulls`}>All pull requests</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h1 className="line-clamp-2 min-w-0 flex-1 basis-64 break-words font-semibold text-lg leading-snug tracking-tight">
          {pull.title} <span className="font-normal text-muted-foreground">#{pull.number}</span>
        </h1>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {pull.newUrl !== null && (
            <a
              href={pull.newUrl}
              rel="noopener noreferrer"
              className={buttonClasses({ variant: "primary", size: "sm" })}
            >
              <ExternalLink aria-hidden />
              Open pull request
            </a>
          )}
          {pull.host === "github" && (
            <a href={pull.url} rel="noopener noreferrer" className={buttonClasses({ variant: "primary", size: "sm" })}>
              <ExternalLink aria-hidden />
              Open on Git host
            </a>
          )}
          {pull.state === "merged" && <RevertButton site={{ org, domain }} pull={pull} />}
          {pull.state === "open" && (
            <PullRequestActions
              site={{ org, domain }}
              pull={pull}
              canMerge={pull.obstacle === null}
              problems={pull.checks?.problems ?? []}
            />
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        <PullRequestBadge state={pull.state} isDraft={pull.isDraft} />
        <CheckState checks={pull.checks} />
        {pull.problem === null && (
          <span className="flex items-center gap-1.5 tabular-nums">
            {pull.fileCount === 1 ? "1 file" : `${pull.fileCount.toLocaleString("en")} files`}
            <LineCounts additions={pull.additions} deletions={pull.deletions} />
          </span>
        )}
        <code className="font-mono text-foreground wrap-anywhere max-sm:hidden">
          {pull.branch} → {pull.baseRef}
        </code>
        {pull.isOfEarlierRepository && (
          <span className="wrap-anywhere">in the previous repository {pull.repository}</span>
        )}
        <span>
          opened <RelativeTime at={pull.createdAt} />
        </span>
        {pull.jobId && (
          <Link href={`/${org}/${domain}/jobs/${pull.jobId}`} className="text-brand underline-offset-2 hover:underline">
            View job
          </Link>
        )}
      </div>
    </StickyHeader>
  );
}

/** The checks in a few words; the problems themselves are listed once, below the header. */
function CheckState({ checks }: { checks: JobChecks | null }) {
  if (checks === null) return null;
  const isClean = checks.errors + checks.warnings === 0;
  const Icon = isClean ? CircleCheck : TriangleAlert;
  const found = [
    checks.errors > 0 && count(checks.errors, "error"),
    checks.warnings > 0 && count(checks.warnings, "warning"),
  ];
  return (
    <span className={cn("flex items-center gap-1.5 font-medium", isClean ? "text-success" : "text-warning")}>
      <Icon aria-hidden className="size-3.5" />
      {isClean ? "Checks passed" : found.filter(Boolean).join(", ")}
    </span>
  );
}

/** A part of the page that is closed until it is wanted. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-lg border bg-card">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-3 py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground group-open:rotate-90" />
        <h2 className="font-medium">{title}</h2>
      </summary>
      <div className="border-t">{children}</div>
    </details>
  );
}

/** The problems that the documentation checks still find, each with its place. */
export function Checks({ checks: { errors, warnings, problems, at } }: { checks: JobChecks }) {
  return (
    <section aria-label="Checks" className="rounded-lg border bg-card">
      <div className="flex items-center gap-2 px-3 py-2">
        <TriangleAlert aria-hidden className="size-4 text-warning" />
        <h2 className="font-medium">
          Checks found{" "}
          {[errors > 0 && count(errors, "error"), warnings > 0 && count(warnings, "warning")]
            .filter(Boolean)
            .join(" and ")}
        </h2>
        <RelativeTime at={at} className="ml-auto text-muted-foreground text-xs" />
      </div>
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto border-t px-3 py-2">
        {problems.map(({ path, line, message }) => (
          <li key={`${path}:${line}:${message}`} className="break-words">
            <code className="font-mono text-muted-foreground text-xs">{line === null ? path : `${path}:${line}`}</code>{" "}
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** The commits between the base and the branch, newest first. */
export function Commits({ commits }: { commits: PullRequestDetails["commits"] }) {
  return (
    <Card>
      <CardHeader>
        <h2 className="font-medium">{commits.length === 1 ? "1 commit" : `${commits.length} commits`}</h2>
      </CardHeader>
      <ul className="divide-y">
        {commits.map(({ sha, subject, author, at }) => (
          <li key={sha} className="flex flex-wrap items-center gap-x-3 px-3 py-1.5">
            <span className="min-w-0 flex-1 basis-60 truncate">{subject}</span>
            <span className="text-muted-foreground text-xs">
              {author}, <RelativeTime at={at} />
            </span>
            <CopyButton value={sha} label="Copy commit ID">
              {sha.slice(0, 7)}
            </CopyButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
