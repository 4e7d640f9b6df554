"use client";

import type { Todo } from "@docsteward/contract/job";
import type { JobEventMessage } from "@docsteward/contract/job-event";
import type { JobDetails } from "@docsteward/services/job/details";
import type { PastEvents } from "@docsteward/services/job/events";
import type { JobNeighbours } from "@docsteward/services/job/list";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { Textarea } from "@docsteward/ui/field";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ChevronRight, Circle, CircleCheck, CircleDot, CircleSlash } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { readDraft, writeDraft } from "#components/draft.ts";
import { hasRole, useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { JobHeader } from "./job-header.tsx";
import { JobViews } from "./job-views.tsx";
import { Timeline } from "./timeline.tsx";
import { useJobEvents } from "./use-job-events.ts";

type LiveJobProps = {
  site: { org: string; domain: string };
  job: JobDetails;
  past: PastEvents<JobEventMessage>;
  neighbours: JobNeighbours;
};

/** A job as it happens: what it is above, what the agent does at the left, what comes of it at the right. */
export function LiveJob({ site, job: firstJob, past, neighbours }: LiveJobProps) {
  const { job, known, problem } = useJobEvents(site, { job: firstJob, past });
  const isLive = job.status === "active";
  const { endRef, jump, hasNews } = useAutoScroll({ length: known.events.at(-1)?.id ?? 0, isLive });
  return (
    <div data-wide className="flex flex-col gap-4">
      <JobHeader site={site} job={job} neighbours={neighbours} problem={problem} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <section aria-label="Timeline" className="flex min-w-0 flex-col gap-3">
          {job.instructions && <InstructionList {...job.instructions} />}
          {job.todos.length > 0 && <TodoList todos={job.todos} isOpen={isLive} />}
          <Timeline known={known} isLive={isLive} price={job.price} />
          <div ref={endRef} aria-hidden className="h-px scroll-mb-40" />
          <div className="z-10 flex flex-col gap-2 bg-background pt-1 pb-3 sm:sticky sm:bottom-0">
            {hasNews && (
              <Button size="sm" variant="primary" shape="round" onClick={jump} className="-top-9 absolute self-center">
                <ArrowDown aria-hidden />
                Jump to latest
              </Button>
            )}
            <Composer site={site} job={job} />
          </div>
        </section>
        <div className="min-w-0 xl:sticky xl:top-[calc(var(--page-header,9rem)+1rem)] xl:max-h-[calc(100dvh-var(--page-header,9rem)-2rem)] xl:overflow-y-auto">
          {/* Where it scrolls by itself, only its tabs stay above. */}
          <div className="xl:[--page-header:2.375rem]">
            <JobViews site={site} job={job} known={known} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** Takes a follow-up instruction; Control or Command with Enter sends it. */
function Composer({ site, job }: { site: { org: string; domain: string }; job: JobDetails }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { role } = useProject();
  const draftKey = `follow-up.${job.id}`;
  const [prompt, setPrompt] = useState("");
  // Read after the first render, which the server shares.
  useEffect(() => setPrompt(readDraft(draftKey)), [draftKey]);
  const write = (text: string) => {
    setPrompt(text);
    writeDraft(draftKey, text);
  };
  const send = useMutation(
    trpc.job.sendMessage.mutationOptions({
      onSuccess: () => write(""),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.job.get.queryKey({ ...site, id: job.id }) }),
    }),
  );
  if (job.archivedAt !== null) {
    return (
      <p className="px-1 text-muted-foreground">Archived jobs don't accept messages. Unarchive the job to continue.</p>
    );
  }
  const canSend = prompt.trim() !== "" && !send.isPending;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (canSend) send.mutate({ ...site, id: job.id, prompt });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <Textarea
        aria-label="Follow-up"
        placeholder="Describe what to change or add…"
        value={prompt}
        disabled={!hasRole(role, "member")}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
        }}
      />
      <div className="flex items-center justify-between gap-3">
        <p
          role={send.error ? "alert" : undefined}
          className={send.error ? "text-destructive" : "text-muted-foreground text-xs"}
        >
          {send.error?.message ?? hint(job)}
        </p>
        <RestrictedButton least="member" type="submit" variant="primary" size="sm" disabled={!canSend}>
          {send.isPending ? "Sending…" : "Send"}
        </RestrictedButton>
      </div>
    </form>
  );
}

function hint({ pullRequestNumber }: JobDetails): string {
  const keys = "Press ⌘↵ or Ctrl+Enter to send.";
  return pullRequestNumber === null ? keys : `Updates pull request #${pullRequestNumber}. ${keys}`;
}

const LOOKS = {
  pending: { Icon: Circle, label: "Not started", className: "text-muted-foreground" },
  in_progress: { Icon: CircleDot, label: "In progress", className: "text-brand" },
  completed: { Icon: CircleCheck, label: "Done", className: "text-success" },
  cancelled: { Icon: CircleSlash, label: "Skipped", className: "text-muted-foreground" },
} as const;

/** The files of the repository whose rules the agent follows, in the order in which they count. */
function InstructionList({ files, leftOut }: NonNullable<JobDetails["instructions"]>) {
  return (
    <details className="group rounded-lg border bg-card">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-3 py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground group-open:rotate-90" />
        <h2 className="font-medium">Instructions used</h2>
        <span className="ml-auto text-muted-foreground text-xs tabular-nums">
          {files.length === 1 ? "1 file" : `${files.length} files`}
        </span>
      </summary>
      <ul className="flex flex-col gap-1 border-t px-3 py-2">
        {files.map(({ path, isCut }) => (
          <li key={path} className="break-words font-mono text-xs">
            {path}
            {isCut && <span className="ml-2 font-sans text-muted-foreground">Shortened</span>}
          </li>
        ))}
        {leftOut.map((path) => (
          <li key={path} className="break-words font-mono text-muted-foreground text-xs">
            {path}
            <span className="ml-2 font-sans">Not used: too much text</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The agent's own plan, each item with its state; open while it works. */
function TodoList({ todos, isOpen }: { todos: readonly Todo[]; isOpen: boolean }) {
  const done = todos.filter(({ status }) => status === "completed").length;
  return (
    <details open={isOpen} className="group rounded-lg border bg-card">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-3 py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground group-open:rotate-90" />
        <h2 className="font-medium">To-dos</h2>
        <span className="ml-auto text-muted-foreground text-xs tabular-nums">
          {done} of {todos.length}
        </span>
      </summary>
      <ul className="flex flex-col gap-1 border-t px-3 py-2">
        {todos.map(({ id, content, status }) => {
          const { Icon, label, className } = LOOKS[status];
          const isOver = status === "completed" || status === "cancelled";
          return (
            <li key={id} className="flex items-start gap-2">
              <Icon role="img" aria-label={label} className={cn("mt-0.5 size-4 shrink-0", className)} />
              <span className={cn("min-w-0 break-words", isOver && "text-muted-foreground line-through")}>
                {content}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/**
 * Keeps the end of something that grows in view, unless the reader has scrolled away from it.
 *
 * @param length grows with its end
 * @param isLive whether it is still growing: what is at rest is read from where the reader is
 * @returns `endRef` for an element at the end, and whether there is news that the reader does not see
 */
function useAutoScroll({ length, isLive }: { length: number; isLive: boolean }) {
  const end = useRef<HTMLElement | null>(null);
  const isInView = useRef(false);
  const [seen, setSeen] = useState(length);
  const [isAway, setIsAway] = useState(false);
  const endRef = useCallback((element: HTMLElement | null) => {
    end.current = element;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      isInView.current = entry?.isIntersecting ?? false;
      setIsAway(!isInView.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const jump = useCallback(() => end.current?.scrollIntoView({ block: "end" }), []);
  useEffect(() => {
    if (!isInView.current) return;
    setSeen(length);
    if (isLive) jump();
  }, [length, isLive, jump]);
  // A job that ended is read from its outcome, which is above.
  const wasLive = useRef(isLive);
  useEffect(() => {
    if (wasLive.current && !isLive && isInView.current) window.scrollTo({ top: 0 });
    wasLive.current = isLive;
  }, [isLive]);
  return { endRef, jump, hasNews: isLive && isAway && length > seen };
}
