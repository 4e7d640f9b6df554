"use client";

import type { PullRequestSummary } from "@docsteward/services/pull-request/pull-request";
import { EmptyState, ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import Link from "next/link";
import { useListKeys } from "#components/keyboard/use-shortcuts.ts";
import { TextLink } from "#components/page-elements.tsx";
import { PullRequestBadge } from "#components/status-badges.tsx";
import { useTRPC } from "#trpc/client.tsx";

const REFRESH_MS = 10_000;

type Props = {
  site: { org: string; domain: string };
  state: PullState | undefined;
  first: PullRequestSummary[];
};

/**
 * The pull requests of the project, newest first. Each change of a job has the list read again, so that a new pull request appears
 * with its job; what happens without a job is seen by the next regular look.
 */
export function PullList({ site, state, first }: Props) {
  const trpc = useTRPC();
  const {
    data: pulls,
    error,
    refetch,
  } = useQuery(
    trpc.pullRequest.list.queryOptions({ ...site, state }, { initialData: first, refetchInterval: REFRESH_MS }),
  );
  const queryClient = useQueryClient();
  useSubscription(
    trpc.job.listChanges.subscriptionOptions(site, {
      onData: () => void queryClient.invalidateQueries({ queryKey: trpc.pullRequest.list.queryKey() }),
    }),
  );
  const rows = useListKeys<HTMLUListElement>();
  const base = `/${site.org}/${site.domain}`;
  return (
    <>
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      {pulls.length === 0 ? (
        <EmptyState title={state === undefined ? "No pull requests yet" : `No ${state} pull requests`}>
          <p className="text-muted-foreground">
            Jobs that change pages open pull requests. Review, check and merge them here.{" "}
            <TextLink href={`${base}/jobs?new=true`}>Start a job</TextLink>
          </p>
        </EmptyState>
      ) : (
        <ul ref={rows} aria-label="Pull requests" className="divide-y overflow-hidden rounded-lg border">
          {pulls.map((pull) => (
            <li key={`${pull.repository} ${pull.number}`}>
              <PullRow pull={pull} href={`${base}/${pull.path}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function PullRow({ pull, href }: { pull: PullRequestSummary; href: string }) {
  return (
    <Link
      href={href}
      data-list-row
      className="-outline-offset-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-3 py-2 hover:bg-accent"
    >
      <span className="truncate font-medium">{pull.title}</span>
      <PullRequestBadge state={pull.state} isDraft={pull.isDraft} />
      <span className="flex min-w-0 items-center gap-2 text-muted-foreground text-xs">
        <span className="shrink-0 tabular-nums">#{pull.number}</span>
        <code className="truncate font-mono">
          {pull.branch} → {pull.baseRef}
        </code>
      </span>
      <RelativeTime
        at={pull.mergedAt ?? pull.closedAt ?? pull.createdAt}
        className="text-right text-muted-foreground text-xs tabular-nums"
      />
    </Link>
  );
}

export type PullState = PullRequestSummary["state"];
