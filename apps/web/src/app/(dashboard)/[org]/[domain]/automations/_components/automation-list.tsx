"use client";

import { Badge } from "@docsteward/ui/badge";
import { Button } from "@docsteward/ui/button";
import { ScrollX } from "@docsteward/ui/layout";
import { EmptyState, ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Notice } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Automation, AutomationRun, AutomationsOfProject } from "#trpc/types.ts";

const REFRESH_MS = 10_000;

/** The automations of the project, with their runs and the reason of each that did nothing. */
export function AutomationList({ first }: { first: AutomationsOfProject }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.automation.list.queryOptions({ org, domain }, { initialData: first, refetchInterval: REFRESH_MS }),
  );
  return (
    <>
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      <FileChange />
      {data.problems.length > 0 && (
        <ul aria-label="Problems in the file" className="rounded-lg border px-3 py-2 text-destructive">
          {data.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {data.automations.length === 0 ? (
        <EmptyState title="No automations yet">
          <p className="text-muted-foreground">
            Make one with "New automation", or add this file to the base branch of the docs, for example:
          </p>
          <ScrollX as="pre" className="rounded-md bg-muted p-3 text-left font-mono text-xs">
            {EXAMPLE}
          </ScrollX>
        </EmptyState>
      ) : (
        <ul aria-label="Automations" className="divide-y rounded-lg border">
          {data.automations.map((automation) => (
            <li key={automation.id} className="flex flex-col gap-2 px-3 py-3">
              <AutomationRow automation={automation} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Says where a change of the file is, until its pull request has ended. */
function FileChange() {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const { data: change } = useQuery(
    trpc.automation.fileChange.queryOptions({ org, domain }, { refetchInterval: FILE_REFRESH_MS }),
  );
  if (!change) return null;
  const { name, state, reason, pullNumber } = change;
  return (
    <p role="status" className="rounded-lg border bg-muted/50 px-3 py-2">
      {state === "failed" ? (
        <span className="text-destructive">
          The change of {name} could not be written. {reason}
        </span>
      ) : pullNumber === null ? (
        `The pull request for ${name} is being written.`
      ) : (
        <>
          The change of {name} waits in{" "}
          <Link href={`/${org}/${domain}/pulls/${pullNumber}`} className="text-brand hover:underline">
            pull request #{pullNumber}
          </Link>
          . It counts when it is merged.
        </>
      )}
    </p>
  );
}

const FILE_REFRESH_MS = 3_000;

const EXAMPLE = `# .docsteward/automations.yml
automations:
  - name: weekly-review
    on:
      schedule: { cron: "0 9 * * 1", timeZone: UTC }
    prompt: Find one page that is hard to understand, and rewrite it.`;

function AutomationRow({ automation }: { automation: Automation }) {
  const { id, definition, origin, pausedAt, pausedReason, nextRunAt, lastRun, follows } = automation;
  const { org, domain } = useProject();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-medium">
          <Link href={`/${org}/${domain}/automations/${definition.name}`} className="hover:underline">
            {definition.name}
          </Link>
        </h2>
        {pausedAt === null ? (
          <Badge>{Object.keys(definition.on).join(", ")}</Badge>
        ) : (
          <Badge tone="warning">Paused</Badge>
        )}
        <span className="text-muted-foreground text-xs">{origin === "file" ? "File" : "API"}</span>
        <Actions automation={automation} isOpen={isOpen} onToggle={() => setIsOpen((before) => !before)} />
      </div>
      <Figures automation={automation} />
      {pausedReason !== null && <p className="text-muted-foreground">{pausedReason}</p>}
      <p className="text-muted-foreground text-xs">
        {nextRunAt !== null && (
          <>
            Next run <time dateTime={nextRunAt}>{nextRunAt.slice(0, 16).replace("T", " ")} UTC</time>.{" "}
          </>
        )}
        {follows.map(({ source, commit }) => (
          <span key={source}>
            Follows {source === null ? "the docs" : `@${source}`}
            {commit !== null && ` up to ${commit.slice(0, 10)}`}.{" "}
          </span>
        ))}
        {lastRun === null ? "No run yet." : <RunLine run={lastRun} />}
      </p>
      {isOpen && <Runs automationId={id} name={definition.name} />}
    </>
  );
}

function Figures({ automation: { jobs, costUsd, pullRequests } }: { automation: Automation }) {
  const { org, domain } = useProject();
  const { opened, merged, mergeRate, openNumber } = pullRequests;
  return (
    <p className="text-muted-foreground tabular-nums">
      {jobs} {jobs === 1 ? "job" : "jobs"} · ${costUsd.toFixed(2)} · {opened} pull{" "}
      {opened === 1 ? "request" : "requests"}, {merged} merged
      {mergeRate !== null && ` (${Math.round(mergeRate * 100)} %)`}
      {openNumber !== null && (
        <>
          {" · "}
          <Link href={`/${org}/${domain}/pulls/${openNumber}`} className="text-brand hover:underline">
            #{openNumber} is open
          </Link>
        </>
      )}
    </p>
  );
}

type ActionsProps = { automation: Automation; isOpen: boolean; onToggle: () => void };

function Actions({ automation: { id, pausedAt, definition }, isOpen, onToggle }: ActionsProps) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const isPaused = pausedAt !== null;
  const settle = {
    onError: ({ message }: { message: string }) => void toast.error(message),
    onSettled: () => queryClient.invalidateQueries(trpc.automation.pathFilter()),
  };
  const run = useMutation(
    trpc.automation.run.mutationOptions({
      ...settle,
      onSuccess: ({ reason }) => void (reason === null ? toast.success("The job has started.") : toast.error(reason)),
    }),
  );
  const pause = useMutation(trpc.automation.pause.mutationOptions(settle));
  const key = { org, domain, automationId: id };
  return (
    <span className="ml-auto flex gap-1.5">
      <Button size="sm" aria-expanded={isOpen} onClick={onToggle} aria-label={`Runs of ${definition.name}`}>
        Runs
      </Button>
      <RestrictedButton
        size="sm"
        disabled={pause.isPending}
        onClick={() => pause.mutate({ ...key, isPaused: !isPaused })}
        aria-label={`${isPaused ? "Resume" : "Pause"} ${definition.name}`}
      >
        {isPaused ? "Resume" : "Pause"}
      </RestrictedButton>
      <RestrictedButton
        least="member"
        size="sm"
        disabled={run.isPending || isPaused}
        onClick={() => run.mutate(key)}
        aria-label={`Run ${definition.name} now`}
      >
        Run now
      </RestrictedButton>
    </span>
  );
}

function Runs({ automationId, name }: { automationId: string; name: string }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const { data, error } = useQuery(
    trpc.automation.runs.queryOptions({ org, domain, automationId }, { refetchInterval: REFRESH_MS }),
  );
  if (error) return <ErrorState message={error.message} />;
  if (data === undefined) return <p className="text-muted-foreground text-xs">Loading…</p>;
  if (data.length === 0) return <Notice>No runs yet.</Notice>;
  return (
    <ul aria-label={`Runs of ${name}`} className="flex flex-col gap-1 border-l pl-3 text-xs">
      {data.map((run) => (
        <li key={run.id}>
          <RunLine run={run} />
        </li>
      ))}
    </ul>
  );
}

const STATE_LABELS: Record<AutomationRun["state"], string> = {
  waiting: "Waiting",
  started: "Started a job",
  continued: "Continued the job",
  reported: "Reported on a pull request",
  silent: "Did nothing",
  failed: "Failed",
};

function RunLine({ run: { trigger, state, reason, jobId, createdAt } }: { run: AutomationRun }) {
  const { org, domain } = useProject();
  return (
    <span>
      <RelativeTime at={createdAt} />, {trigger}:{" "}
      {jobId === null ? (
        STATE_LABELS[state]
      ) : (
        <Link href={`/${org}/${domain}/jobs/${jobId}`} className="text-brand hover:underline">
          {STATE_LABELS[state]}
        </Link>
      )}
      {reason !== null && `. ${reason}`}
    </span>
  );
}
