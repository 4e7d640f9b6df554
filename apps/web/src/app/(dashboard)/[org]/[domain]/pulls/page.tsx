import { RelativeTime } from "@docsteward/ui/relative-time";
import type { Metadata } from "next";
import Link from "next/link";
import { api } from "../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../server/trpc/or-not-found.ts";
import { PageTitle } from "../../../_components/page-title.tsx";
import { PullRequestBadge } from "../../../_components/pull-request-badge.tsx";

export const metadata: Metadata = { title: "Pull requests" };

export default async function PullsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const pulls = await orNotFound((await api()).pullRequest.list(site));
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Pull requests" />
      {pulls.length === 0 ? (
        <p className="rounded-lg border border-dashed px-3 py-8 text-center text-muted-foreground">
          No pull requests yet. A job that changes pages opens one here.
        </p>
      ) : (
        <ul className="divide-y overflow-hidden rounded-lg border">
          {pulls.map((pull) => (
            <li key={pull.number}>
              <Link
                href={`/${site.org}/${site.domain}/pulls/${pull.number}`}
                className="flex items-center gap-3 px-3 py-2 hover:bg-accent"
              >
                <span className="w-8 shrink-0 text-muted-foreground text-xs tabular-nums">#{pull.number}</span>
                <span className="min-w-0 flex-1 truncate font-medium">{pull.title}</span>
                <PullRequestBadge state={pull.state} isDraft={pull.isDraft} />
                <RelativeTime
                  at={pull.createdAt}
                  className="hidden min-w-16 text-right text-muted-foreground text-xs sm:block"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
