import type { JobChecks } from "@docsteward/services/job/events";
import type { PullRequestDetails } from "@docsteward/services/pull-request/get";
import { buttonClasses } from "@docsteward/ui/button";
import { Card, CardHeader } from "@docsteward/ui/card";
import { cn } from "@docsteward/ui/cn";
import { CopyButton } from "@docsteward/ui/copy-button";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { CircleCheck, ExternalLink, TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ChangeViews } from "#components/changes/change-views.tsx";
import { Markdown } from "#components/markdown/markdown.tsx";
import { Notice, PageTitle } from "#components/page-elements.tsx";
import { AddressState } from "#components/query-state.tsx";
import { PullRequestBadge } from "#components/status-badges.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { PullRequestActions } from "./_components/pull-request-actions.tsx";

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
  return (
    <div className="flex flex-col gap-4">
      <PageTitle
        title={
          <>
            {pull.title} <span className="font-normal text-muted-foreground">#{pull.number}</span>
          </>
        }
      />
      <div className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted-foreground">
        <PullRequestBadge state={pull.state} isDraft={pull.isDraft} />
        <code className="font-mono text-foreground text-xs wrap-anywhere">
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
      <Card className="px-4 py-3">
        {pull.body.trim() === "" ? (
          <p className="text-muted-foreground">No description.</p>
        ) : (
          <Markdown text={pull.body} />
        )}
      </Card>
      {pull.checks && <Checks checks={pull.checks} />}
      {pull.isElsewhere && (
        <a
          href={pull.url}
          rel="noopener noreferrer"
          className={cn(buttonClasses({ variant: "primary" }), "self-start")}
        >
          <ExternalLink aria-hidden />
          Open on Git host
        </a>
      )}
      {pull.state === "open" && <PullRequestActions site={site} pull={pull} />}
      {pull.problem === null ? (
        <>
          <Commits commits={pull.commits} />
          <AddressState>
            <ChangeViews site={site} pull={pull.number} repository={pull.repository} label="View" />
          </AddressState>
        </>
      ) : (
        <Notice>{pull.problem}</Notice>
      )}
    </div>
  );
}

/** How the documentation checks of the job ended, with each problem and where it is. */
export function Checks({ checks: { errors, warnings, problems, at } }: { checks: JobChecks }) {
  const isClean = errors + warnings === 0;
  const Icon = isClean ? CircleCheck : TriangleAlert;
  return (
    <section aria-label="Checks" className="rounded-lg border bg-card">
      <div className="flex items-center gap-2 px-3 py-2">
        <Icon aria-hidden className={isClean ? "size-4 text-success" : "size-4 text-warning"} />
        <h2 className="font-medium">
          {isClean ? "Checks passed" : `Checks found ${count(errors, "error")} and ${count(warnings, "warning")}`}
        </h2>
        <RelativeTime at={at} className="ml-auto text-muted-foreground text-xs" />
      </div>
      {problems.length > 0 && (
        <ul className="flex flex-col gap-1 border-t px-3 py-2">
          {problems.map(({ path, line, message }) => (
            <li key={`${path}:${line}:${message}`} className="break-words">
              <code className="font-mono text-muted-foreground text-xs">
                {line === null ? path : `${path}:${line}`}
              </code>{" "}
              {message}
            </li>
          ))}
        </ul>
      )}
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
