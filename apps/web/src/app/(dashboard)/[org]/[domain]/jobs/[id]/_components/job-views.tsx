"use client";

import type { JobEventMessage } from "@docsteward/contract/job-event";
import type { JobDetails } from "@docsteward/services/job/details";
import { Button } from "@docsteward/ui/button";
import { toast } from "@docsteward/ui/toast";
import { Braces, ChevronRight, Copy } from "lucide-react";
import { useState } from "react";
import { ChangeViews } from "#components/changes/change-views.tsx";
import type { JobEvents } from "./use-job-events.ts";

type Props = { site: { org: string; domain: string }; job: JobDetails; known: JobEvents };

/** What comes of a job: the difference of its pull request, its pages as readers will see them, and what was recorded. */
export function JobViews({ site, job, known }: Props) {
  const rawTitle = (
    <>
      <Braces aria-hidden />
      Raw events
    </>
  );
  return (
    <ChangeViews
      site={site}
      pull={job.pullRequestNumber ?? { missing: whyNothing(job) }}
      repository={job.source.repository}
      jobId={job.status === "active" || job.archivedAt !== null ? null : job.id}
      label="Job results"
      className="sticky top-0 z-10 bg-background"
      more={{ value: "raw", title: rawTitle, children: <RawEvents known={known} /> }}
    />
  );
}

function whyNothing({ status }: JobDetails): string {
  return status === "active"
    ? "Changes appear here when the agent opens a pull request."
    : "This job changed no files.";
}

const PAGE = 100;

/** Every event as the stream sends it, newest first, a hundred at a time; those from long ago come from the server when asked for. */
function RawEvents({ known }: { known: JobEvents }) {
  const { events, earlier, isLoadingEarlier, loadEarlier } = known;
  const [shown, setShown] = useState(PAGE);
  const newest = events.slice(-shown).reverse();
  const count = events.length + earlier;
  const left = count - newest.length;
  const showOlder = () => {
    setShown(shown + PAGE);
    if (events.length < shown + PAGE && earlier > 0) void loadEarlier();
  };
  const copy = async () => {
    const all = await loadEarlier("all");
    if (all === null) return;
    await navigator.clipboard.writeText(JSON.stringify(all, null, 2));
    toast.success(`Copied ${toCount(all.length)} as JSON.`);
  };
  return (
    <section aria-label="Raw events" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium">{toCount(count)}</h2>
        <Button size="sm" disabled={isLoadingEarlier} onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy JSON
        </Button>
      </div>
      <ol className="divide-y overflow-hidden rounded-md border bg-card font-mono text-xs">
        {newest.map((event) => (
          <li key={event.id}>
            <RawEvent event={event} />
          </li>
        ))}
      </ol>
      {left > 0 && (
        <Button size="sm" className="self-center" disabled={isLoadingEarlier} onClick={showOlder}>
          {isLoadingEarlier ? "Loading…" : `Load ${left.toLocaleString("en")} older`}
        </Button>
      )}
    </section>
  );
}

const toCount = (count: number) => (count === 1 ? "1 event" : `${count.toLocaleString("en")} events`);

function RawEvent({ event }: { event: JobEventMessage }) {
  // Most rows are never opened: their JSON is written when they are.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex cursor-pointer list-none items-center gap-2 px-2 py-1 hover:bg-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground group-open:rotate-90" />
        <span className="min-w-7 shrink-0 text-right text-muted-foreground tabular-nums">{event.id}</span>
        <span className="min-w-0 flex-1 truncate">{event.type}</span>
        <time dateTime={event.at} className="shrink-0 text-muted-foreground tabular-nums">
          {event.at.slice(11, 23)}
        </time>
      </summary>
      {isOpen && (
        <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-words border-t bg-muted/50 px-3 py-2">
          {JSON.stringify(event, null, 2)}
        </pre>
      )}
    </details>
  );
}
