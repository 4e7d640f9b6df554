"use client";

import type { GapListItem } from "@docsteward/services/gap/gap";
import { Button } from "@docsteward/ui/button";
import { Checkbox } from "@docsteward/ui/checkbox";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { hasRole, useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { StageBadge } from "../../_components/stage-badge.tsx";

const JobDialog = dynamic(() => import("../../[id]/_components/gap-dialogs.tsx").then((module) => module.JobDialog), {
  ssr: false,
});

/** More questions make no prompt that one job answers well. */
const MOST_OF_A_JOB = 10;

type Props = { gaps: GapListItem[]; path: string; isOpen: boolean };

/** The gaps of a page. Open ones can be chosen, to write one job for them, or to dismiss or merge them together. */
export function GapList({ gaps, path, isOpen }: Props) {
  const { org, domain, role } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [isNew, setIsNew] = useState(false);
  const canChoose = isOpen && hasRole(role, "member");
  const ids = gaps.map(({ id }) => id).filter((id) => marked.includes(id));
  const done = (sentence: string) => {
    toast.success(sentence);
    setMarked([]);
    router.refresh();
  };
  const onError = ({ message }: { message: string }) => void toast.error(message);
  const dismiss = useMutation(
    trpc.gap.dismissMany.mutationOptions({
      onSuccess: () => done(ids.length === 1 ? "Gap dismissed." : `${ids.length} gaps dismissed.`),
      onError,
    }),
  );
  const merge = useMutation(
    trpc.gap.merge.mutationOptions({ onSuccess: () => done(`${ids.length} gaps merged into one.`), onError }),
  );
  const isBusy = dismiss.isPending || merge.isPending;
  return (
    <div className="flex flex-col gap-2">
      {ids.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="mr-auto text-muted-foreground tabular-nums" aria-live="polite">
            {ids.length} selected
          </p>
          <Button size="sm" variant="ghost" onClick={() => setMarked([])}>
            Clear
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={isBusy || ids.length > MOST_OF_A_JOB}
            title={`One job for up to ${MOST_OF_A_JOB} gaps.`}
            onClick={() => setIsNew(true)}
          >
            New job
          </Button>
          <Button
            size="sm"
            disabled={isBusy || ids.length < 2}
            title="For gaps that ask the same. The most asked one stays."
            onClick={() => merge.mutate({ org, domain, ids })}
          >
            Merge
          </Button>
          <Button size="sm" disabled={isBusy} onClick={() => dismiss.mutate({ org, domain, ids })}>
            Dismiss
          </Button>
        </div>
      )}
      {isNew && ids[0] !== undefined && (
        <JobDialog
          gapId={ids[0]}
          alsoIds={ids.slice(1)}
          onClose={() => setIsNew(false)}
          onDone={() => {
            setMarked([]);
            router.refresh();
          }}
        />
      )}
      <ul className="divide-y overflow-hidden rounded-lg border">
        {gaps.map((gap) => (
          <li key={gap.id} className="flex items-center">
            {canChoose && (
              <Checkbox
                className="ml-3"
                aria-label={`Select ${gap.question}`}
                checked={marked.includes(gap.id)}
                onCheckedChange={(isOn) =>
                  setMarked((before) => (isOn ? [...before, gap.id] : before.filter((id) => id !== gap.id)))
                }
              />
            )}
            <GapRow gap={gap} href={`${path}/${gap.id}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function GapRow({ gap, href }: { gap: GapListItem; href: string }) {
  const times = gap.askedCount === 1 ? "Asked once" : `Asked ${gap.askedCount} times`;
  return (
    <Link
      href={href}
      className="-outline-offset-2 flex min-w-0 flex-1 flex-col gap-x-4 gap-y-1 px-3 py-2.5 hover:bg-accent/60 sm:flex-row sm:items-center"
    >
      <span className="flex min-w-0 flex-1 items-baseline gap-3">
        <span title={times} className="shrink-0 font-semibold tabular-nums sm:w-8 sm:text-right">
          <span aria-hidden>{gap.askedCount}×</span>
          <span className="sr-only">{times}</span>
        </span>
        <span className="line-clamp-2 min-w-0 break-words sm:line-clamp-1">{gap.question}</span>
      </span>
      <span className="flex items-center gap-3 text-xs">
        {gap.owner && (
          <span title={`Owner: ${gap.owner.name}`} className="flex items-center gap-1 text-muted-foreground">
            <UserRound aria-hidden className="size-3.5" />
            <span className="sr-only">Owner: </span>
            <span className="max-w-28 truncate">{gap.owner.name}</span>
          </span>
        )}
        {gap.stage !== "open" && <StageBadge stage={gap.stage} />}
        {gap.note && <span className="max-w-40 truncate text-muted-foreground">{gap.note}</span>}
        <RelativeTime at={gap.lastAskedAt} className="ml-auto min-w-16 text-right text-muted-foreground tabular-nums" />
      </span>
    </Link>
  );
}
