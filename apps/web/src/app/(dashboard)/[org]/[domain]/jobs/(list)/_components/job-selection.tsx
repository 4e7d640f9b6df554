"use client";

import type { JobDetails } from "@docsteward/services/job/details";
import type { ChangeJobs, JobChange } from "@docsteward/services/job/many";
import { Button } from "@docsteward/ui/button";
import { Checkbox } from "@docsteward/ui/checkbox";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { jobTitle } from "#components/format.ts";
import { useTRPC } from "#trpc/client.tsx";

const MOST = 100;
const DONE: Record<ChangeJobs["action"], string> = {
  cancel: "cancelled",
  archive: "archived",
  unarchive: "unarchived",
};

type Selection = { selected: readonly string[]; onSelect: (ids: readonly string[] | null) => void };
type Props = Selection & { site: { org: string; domain: string }; jobs: readonly JobDetails[]; isArchive: boolean };
/** A job that was not changed, and why. */
type Problem = { id: string; title: string; problem: string };

/** What can be done with the jobs that are chosen. Jobs that could not be changed stay chosen, with the reason. */
export function JobSelection({ site, jobs, isArchive, selected, onSelect }: Props) {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const change = useMutation(
    useTRPC().job.changeMany.mutationOptions({
      onMutate: () => setProblems([]),
      onSuccess: (changes, { action }) => {
        const done = changes.filter(({ problem }) => problem === null).length;
        if (done > 0) toast.success(done === 1 ? `1 job ${DONE[action]}.` : `${done} jobs ${DONE[action]}.`);
        const left = changes.flatMap((one) => toProblem(one, jobs));
        setProblems(left);
        onSelect(left.map(({ id }) => id));
      },
      onError: ({ message }) => void toast.error(message),
    }),
  );
  const shown = jobs.slice(0, MOST).map(({ id }) => id);
  const run = (action: ChangeJobs["action"]) => change.mutate({ ...site, ids: [...selected], action });
  const active = jobs.filter(({ id, status }) => status === "active" && selected.includes(id)).length;
  const isOff = selected.length === 0 || selected.length > MOST || change.isPending;
  return (
    <section aria-label="Selection" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Checkbox
          checked={shown.length > 0 && selected.length === shown.length}
          indeterminate={selected.length > 0 && selected.length < shown.length}
          onCheckedChange={(isOn) => onSelect(isOn ? shown : [])}
        >
          Select all shown
        </Checkbox>
        <p className="mr-auto ml-2 text-muted-foreground tabular-nums" aria-live="polite">
          {selected.length} selected
        </p>
        <Button size="sm" disabled={isOff || active === 0} onClick={() => setIsAsking(true)}>
          Cancel jobs
        </Button>
        <Button size="sm" disabled={isOff} onClick={() => run(isArchive ? "unarchive" : "archive")}>
          {isArchive ? "Unarchive" : "Archive"}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onSelect(null)}>
          Done
        </Button>
      </div>
      {problems.length > 0 && (
        <ul role="alert" className="rounded-lg border border-warning/40 bg-warning/5 px-3 py-2">
          {problems.map(({ id, title, problem }) => (
            <li key={id}>
              <Link href={`/${site.org}/${site.domain}/jobs/${id}`} className="font-medium hover:underline">
                {title}
              </Link>
              : {problem}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={active === 1 ? "Cancel 1 active job?" : `Cancel ${active} active jobs?`}
        action={active === 1 ? "Cancel job" : "Cancel jobs"}
        isDestructive
        onConfirm={() => run("cancel")}
      >
        The jobs stop immediately. Changes that are not pushed yet are lost.
      </ConfirmDialog>
    </section>
  );
}

function toProblem({ id, problem }: JobChange, jobs: readonly JobDetails[]): Problem[] {
  if (problem === null) return [];
  const job = jobs.find((one) => one.id === id);
  return [{ id, title: job ? jobTitle(job) : id, problem }];
}

/** Chooses one job of the list. */
export function JobCheckbox({ job, selected, onSelect }: Selection & { job: JobDetails }) {
  return (
    <Checkbox
      className="ml-3"
      aria-label={`Select ${jobTitle(job)}`}
      checked={selected.includes(job.id)}
      onCheckedChange={(isOn) => onSelect(isOn ? [...selected, job.id] : selected.filter((id) => id !== job.id))}
    />
  );
}
