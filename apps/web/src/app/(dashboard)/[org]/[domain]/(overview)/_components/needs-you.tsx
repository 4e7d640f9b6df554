"use client";

import type { Need, Needs } from "@docsteward/services/needs";
import { Card } from "@docsteward/ui/layout";
import { ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { useQuery } from "@tanstack/react-query";
import {
  Bot,
  CircleCheck,
  CircleHelp,
  CircleX,
  FolderSearch,
  GitPullRequest,
  type LucideIcon,
  Wallet,
  Webhook,
} from "lucide-react";
import Link from "next/link";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";

const REFRESH_MS = 10_000;

const LOOKS: Record<Need["kind"], { Icon: LucideIcon; className: string }> = {
  index: { Icon: FolderSearch, className: "text-destructive" },
  budget: { Icon: Wallet, className: "text-warning" },
  webhook: { Icon: Webhook, className: "text-warning" },
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
export function NeedsYou({ first }: { first: Needs }) {
  const site = useProject();
  const { org, domain } = site;
  const { data, error, refetch } = useQuery({
    ...useTRPC().overview.needs.queryOptions({ org, domain }),
    initialData: first,
    refetchInterval: REFRESH_MS,
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
            <CircleCheck aria-hidden className="size-4 text-success" />
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
