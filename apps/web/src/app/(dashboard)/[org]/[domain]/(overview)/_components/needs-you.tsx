"use client";

import type { Need, Needs } from "@docsteward/services/needs";
import { Button } from "@docsteward/ui/button";
import { Card } from "@docsteward/ui/layout";
import { ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  Bot,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CircleX,
  FolderSearch,
  GitPullRequest,
  type LucideIcon,
  RefreshCw,
  RotateCcw,
  Wallet,
  WandSparkles,
  Webhook,
} from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { hasRole, useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";

const REFRESH_MS = 5_000;

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

/** What waits for a person, each with the way to it and what can be done here; renewed while the page is seen. */
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
            <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
            Nothing needs your attention. Pull requests to review, failed jobs and unanswered questions appear here.
          </p>
        ) : (
          <ul className="divide-y">
            {needs.map((need) => (
              // A row with an open window stays the same when its words change.
              <li key={`${need.kind} ${need.path} ${need.action?.id ?? need.title}`}>
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

function NeedRow({ need: { kind, title, reason, since, action }, href }: { need: Need; href: string }) {
  const { Icon, className } = LOOKS[kind];
  const { role } = useProject();
  return (
    <div className="flex flex-wrap items-center gap-x-2 pr-2 hover:bg-accent/60">
      <Link
        href={href}
        className="-outline-offset-2 flex min-h-10 min-w-0 flex-1 basis-64 items-center gap-2.5 py-1.5 pl-3"
      >
        <Icon aria-hidden className={`size-4 shrink-0 ${className}`} />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 break-words">{title}</span>
          {reason && <span className="line-clamp-2 break-words text-muted-foreground text-xs">{reason}</span>}
        </span>
        {since && <RelativeTime at={since} className="shrink-0 text-muted-foreground text-xs tabular-nums" />}
      </Link>
      {action && hasRole(role, "member") && <NeedActions title={title} {...action} />}
    </div>
  );
}

const dialogs = () => import("../../conversations/gaps/[id]/_components/gap-dialogs.tsx");
const JobDialog = dynamic(() => dialogs().then((module) => module.JobDialog), { ssr: false });
const CloseDialog = dynamic(() => dialogs().then((module) => module.CloseDialog), { ssr: false });

const STEPS = {
  retry: { label: "Retry", Icon: RefreshCw },
  answer: { label: "Turn into a job", Icon: WandSparkles },
  ask: { label: "Ask again", Icon: RotateCcw },
} as const;

/** The next step on something that waits, taken here, and the way to be rid of it. */
function NeedActions({ kind, id, title }: NonNullable<Need["action"]> & { title: string }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<"job" | "dismiss" | null>(null);
  const renew = () => queryClient.invalidateQueries(trpc.overview.pathFilter());
  const settle = { onError: ({ message }: { message: string }) => void toast.error(message), onSettled: renew };
  const onRetry = () => void toast.success("Retry started as a new job.");
  const onAsked = ({ isDone }: { isDone: boolean }) =>
    void (isDone
      ? toast.success("The docs now answer this question. Gap closed.")
      : toast.info("The gap has a new answer to review."));
  const retry = useMutation(trpc.job.retry.mutationOptions({ onSuccess: onRetry, ...settle }));
  const archive = useMutation(trpc.job.archive.mutationOptions(settle));
  const ask = useMutation(trpc.gap.askAgain.mutationOptions({ onSuccess: onAsked, ...settle }));
  const input = { org, domain, id };
  const isJob = kind === "retry";
  const { label, Icon } = STEPS[kind];
  return (
    <div className="flex items-center gap-1 max-sm:mb-2 max-sm:ml-8.5">
      <Button
        size="sm"
        aria-label={`${label}: ${title}`}
        disabled={retry.isPending || ask.isPending}
        onClick={() => (kind === "answer" ? setOpen("job") : (isJob ? retry : ask).mutate(input))}
      >
        <Icon aria-hidden />
        {label}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${isJob ? "Archive" : "Dismiss"}: ${title}`}
        disabled={archive.isPending}
        onClick={() => (isJob ? archive.mutate(input) : setOpen("dismiss"))}
      >
        {isJob ? "Archive" : "Dismiss"}
      </Button>
      {open === "job" && <JobDialog gapId={id} onClose={() => setOpen(null)} onDone={renew} />}
      {open === "dismiss" && (
        <CloseDialog gap={{ id, note: null }} state="dismissed" onClose={() => setOpen(null)} onDone={renew} />
      )}
    </div>
  );
}
