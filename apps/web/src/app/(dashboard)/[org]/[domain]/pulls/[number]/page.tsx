import { Card } from "@docsteward/ui/card";
import { RelativeTime } from "@docsteward/ui/relative-time";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { api } from "../../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../../server/trpc/or-not-found.ts";
import { DiffSection } from "../../../../_components/diff-section.tsx";
import { Markdown } from "../../../../_components/markdown.tsx";
import { PageTitle } from "../../../../_components/page-title.tsx";
import { PullRequestBadge } from "../../../../_components/pull-request-badge.tsx";
import { Commits } from "./_components/commits.tsx";
import { PullRequestActions } from "./_components/pull-request-actions.tsx";

type Props = { params: Promise<{ org: string; domain: string; number: string }> };

async function load({ params }: Props) {
  const { org, domain, number: text } = await params;
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound();
  const site = { org, domain };
  const pull = await orNotFound((await api()).pullRequest.get({ ...site, number: Number(text) }));
  return { site, pull };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { pull } = await load(props);
  return { title: `${pull.title} #${pull.number}` };
}

export default async function PullRequestPage(props: Props) {
  const { site, pull } = await load(props);
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
        <code className="break-all font-mono text-foreground text-xs">
          {pull.branch} → {pull.baseRef}
        </code>
        <span>
          opened <RelativeTime at={pull.createdAt} />
        </span>
        {pull.jobId && (
          <Link
            href={`/${site.org}/${site.domain}/jobs/${pull.jobId}`}
            className="text-brand underline-offset-2 hover:underline"
          >
            The job that made it
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
      {pull.state === "open" && <PullRequestActions site={site} pull={pull} />}
      {pull.problem === null ? (
        <>
          <Commits commits={pull.commits} />
          <DiffSection diff={pull.diff} />
        </>
      ) : (
        <p role="alert" className="rounded-lg border border-dashed px-3 py-6 text-center text-muted-foreground">
          {pull.problem}
        </p>
      )}
    </div>
  );
}
