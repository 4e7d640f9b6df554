import { buttonClasses } from "@docsteward/ui/button";
import { Card } from "@docsteward/ui/card";
import { cn } from "@docsteward/ui/cn";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { ExternalLink } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { cache } from "react";
import { api } from "../../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../../server/trpc/or-not-found.ts";
import { AddressState } from "../../../../_components/address-state.tsx";
import { ChangeViews } from "../../../../_components/change-views.tsx";
import { Markdown } from "../../../../_components/markdown.tsx";
import { Notice } from "../../../../_components/notice.tsx";
import { PageTitle } from "../../../../_components/page-title.tsx";
import { PullRequestBadge } from "../../../../_components/pull-request-badge.tsx";
import { Checks } from "./_components/checks.tsx";
import { Commits } from "./_components/commits.tsx";
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
      {pull.isElsewhere ? (
        <a
          href={pull.url}
          rel="noopener noreferrer"
          className={cn(buttonClasses({ variant: "primary" }), "self-start")}
        >
          <ExternalLink aria-hidden />
          Open on Git host
        </a>
      ) : (
        pull.state === "open" && <PullRequestActions site={site} pull={pull} />
      )}
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
