import type { ModelPrice } from "@docsteward/platform/money";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { RelativeTime } from "@docsteward/ui/time";
import {
  Archive,
  BookOpen,
  Bot,
  ChevronRight,
  Circle,
  CircleSlash,
  CircleX,
  GitBranch,
  GitPullRequest,
  ListChecks,
  LoaderCircle,
  Play,
  TriangleAlert,
  Upload,
} from "lucide-react";
import { memo, useMemo, useState } from "react";
import { findFirstFormatted, Markdown } from "#components/markdown/markdown.tsx";
import { TextLink } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { groupSteps, StepCost, type StepGroup, type ToolItem } from "./step-groups.tsx";
import { type TimelineItem, toTimeline } from "./to-timeline.ts";
import type { JobEvents } from "./use-job-events.ts";

const PAGE = 200;

type TimelineProps = {
  known: JobEvents;
  isLive: boolean;
  /** What the job's model costs; null when that is not known. */
  price: ModelPrice | null;
};

/**
 * What happened in a job, oldest first; of a long one its end, with the rest a page at a time. A list of its own for screen readers,
 * which announce new rows.
 */
export function Timeline({ known, isLive, price }: TimelineProps) {
  const [shown, setShown] = useState(PAGE);
  const { events, earlier, isLoadingEarlier, loadEarlier } = known;
  const items = useMemo(() => groupSteps(toTimeline(events)), [events]);
  const hidden = Math.max(0, items.length - shown);
  const firstFormatted = useMemo(() => findFirstFormatted(items.map(lengthOf)), [items]);
  const showEarlier = () => {
    setShown(shown + PAGE);
    if (hidden < PAGE && earlier > 0) void loadEarlier();
  };
  return (
    <ol aria-label="Activity" aria-live="polite" className="flex flex-col gap-2">
      {hidden + earlier > 0 && (
        <li className="self-center">
          <Button size="sm" disabled={isLoadingEarlier} onClick={showEarlier}>
            {isLoadingEarlier ? "Loading…" : "Show earlier"}
          </Button>
        </li>
      )}
      {items.slice(hidden).map((item, index) => (
        <li key={item.id}>
          <Row item={item} isPlain={hidden + index < firstFormatted} price={price} />
        </li>
      ))}
      {isLive && (
        <li className="flex items-center gap-2 px-1 text-muted-foreground">
          <span aria-hidden className="mx-1 size-2 rounded-full bg-brand motion-safe:animate-pulse" />
          Working
        </li>
      )}
    </ol>
  );
}

const lengthOf = (item: TimelineItem | StepGroup) =>
  "text" in item ? item.text.length : item.kind === "completed" ? item.messageToUser.length : 0;

type TextProps = { text: string; isPlain: boolean };

type RowProps = { item: TimelineItem | StepGroup; isPlain: boolean; price: ModelPrice | null };

function Row({ item, isPlain, price }: RowProps) {
  switch (item.kind) {
    case "message":
      return (
        <div className="rounded-lg border bg-muted px-3 py-2">
          <RelativeTime at={item.at} className="float-right mt-0.5 ml-3 text-muted-foreground text-xs" />
          {item.by && <p className="text-muted-foreground text-xs">{item.by}</p>}
          <p className="whitespace-pre-wrap break-words">{item.content}</p>
        </div>
      );
    case "reply":
      return <MessageText text={item.text} isPlain={isPlain} />;
    case "thought":
      return <Thought text={item.text} isPlain={isPlain} />;
    case "completed":
      return item.messageToUser.trim() === "" ? null : <MessageText text={item.messageToUser} isPlain={isPlain} />;
    case "tool":
      return <ToolRow call={item} price={price} />;
    case "group":
      return <GroupRow group={item} price={price} />;
    case "checks":
      return <Checks {...item} />;
    case "failed":
      return <Ended code={item.code} reason={item.reason} />;
    case "note":
      return <Note item={item} />;
  }
}

// Markdown is read once and not with each event that comes after it.
const MessageText = memo(function Words({ text, isPlain }: TextProps) {
  return (
    <div className="flex gap-2 px-1">
      <Bot aria-label="Agent" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <Markdown text={text} isPlain={isPlain} className="min-w-0 flex-1" />
    </div>
  );
});

const SHORT = 160;

/** One line that expands to the rest; a text that fits into the line is shown in full. */
const Thought = memo(function Thought({ text, isPlain }: TextProps) {
  const [first = "", ...rest] = text.trim().split("\n");
  if (rest.length === 0 && first.length <= SHORT) {
    return <Markdown text={first} isPlain={isPlain} className="px-1 pl-7 text-muted-foreground" />;
  }
  return (
    <details className="group px-1 text-muted-foreground">
      <summary className="flex cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="mx-px size-3.5 shrink-0 group-open:rotate-90" />
        <span className="min-w-0 flex-1 truncate group-open:invisible">{first}</span>
      </summary>
      <Markdown text={text} isPlain={isPlain} className="-mt-5 min-w-0 pl-6" />
    </details>
  );
});

function Checks({ text, problems }: TimelineItem & { kind: "checks" }) {
  return (
    <div className="px-1 text-muted-foreground">
      <p className="flex items-start gap-2">
        <ListChecks aria-hidden className="mx-px mt-1 size-3.5 shrink-0" />
        {text}
      </p>
      <ul className="mt-1 flex flex-col gap-0.5 pl-6 empty:hidden">
        {problems.map(({ path, line, message }) => (
          <li key={`${path}:${line}:${message}`} className="break-words text-warning">
            <code className="font-mono text-xs">{line === null ? path : `${path}:${line}`}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

const NOTE_ICONS: Partial<Record<string, typeof Circle>> = {
  "job.started": Play,
  "workspace.opened": GitBranch,
  "instructions.read": BookOpen,
  "source.read": BookOpen,
  "branch.pushed": Upload,
  "pull_request.opened": GitPullRequest,
  "pull_request.updated": GitPullRequest,
  "job.archived": Archive,
  "job.unarchived": Archive,
};

function Note({ item }: { item: TimelineItem & { kind: "note" } }) {
  const Icon = NOTE_ICONS[item.type] ?? Circle;
  return (
    <p className="flex items-start gap-2 px-1 text-muted-foreground">
      <Icon aria-hidden className="mx-px mt-1 size-3.5 shrink-0" />
      <span className="min-w-0 flex-1 break-words">
        {item.href ? <TextLink href={item.href}>{item.text}</TextLink> : item.text}
      </span>
      <RelativeTime at={item.at} className="mt-0.5 shrink-0 text-xs" />
    </p>
  );
}

/** Calls of one kind in one line; it opens to the calls. */
function GroupRow({ group: { label, calls }, price }: { group: StepGroup; price: ModelPrice | null }) {
  const isRunning = calls.some(({ result }) => result === null);
  return (
    <details className="group/steps rounded-md border bg-card">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-2 py-1 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground group-open/steps:rotate-90" />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {calls.some(({ result }) => result?.isError) && (
          <TriangleAlert aria-label="Some refused" className="size-3.5 shrink-0 text-warning" />
        )}
        {isRunning ? <Running /> : <StepCost calls={calls} price={price} />}
      </summary>
      <ul className="flex flex-col gap-1 border-t p-1.5">
        {calls.map((call) => (
          <li key={call.id}>
            <ToolRow call={call} price={null} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const Running = () => (
  <LoaderCircle aria-label="Running" className="size-3.5 shrink-0 text-brand motion-safe:animate-spin" />
);

/** A tool call in one line; it opens to which tool it was, what it was asked for and what it answered. */
function ToolRow({ call, price }: { call: ToolItem; price: ModelPrice | null }) {
  const { name, summary, input, result } = call;
  return (
    <details className="group rounded-md border bg-card">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-2 py-1 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground group-open:rotate-90" />
        <span className="min-w-0 flex-1 truncate">{summary}</span>
        {result?.isError && <TriangleAlert aria-label="Refused" className="size-3.5 shrink-0 text-warning" />}
        {result === null ? <Running /> : <StepCost calls={[call]} price={price} />}
      </summary>
      <div className="flex flex-col gap-2 border-t px-3 py-2">
        <p className="text-muted-foreground text-xs">
          Tool <code className="font-mono">{name}</code>
        </p>
        {result && (
          <p className={cn("whitespace-pre-wrap break-words", result.isError && "text-destructive")}>
            {result.summary}
          </p>
        )}
        <ToolInput input={input} />
      </div>
    </details>
  );
}

function ToolInput({ input }: { input: unknown }) {
  const entries = typeof input === "object" && input !== null ? Object.entries(input) : [["input", input] as const];
  return (
    <dl className="flex flex-col gap-1.5">
      {entries.map(([key, value]) => (
        <div key={key}>
          <dt className="font-mono text-muted-foreground text-xs">{key}</dt>
          <dd>
            <pre className="max-h-64 overflow-auto whitespace-pre-wrap break-words font-mono text-xs">
              {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
            </pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type NextStep = {
  text: string;
  /** The page where the cause can be changed. */
  place?: { path: string; label: string };
};

const NEXT_STEP: Record<string, NextStep> = {
  git_misconfigured: {
    text: "Fix the project's repository or branch, then send a follow-up to try again.",
    place: { path: "settings", label: "Open project settings" },
  },
  model_error: {
    text: "Check the model settings and the provider's status, then send a follow-up to try again.",
    place: { path: "settings/models", label: "Open model settings" },
  },
  limit_reached: {
    text: "Send a follow-up with a smaller request, or raise the limit.",
    place: { path: "settings/limits", label: "Open limits and budgets" },
  },
  stuck: { text: "Send a follow-up that says exactly what to change and on which page." },
  push_refused: { text: "Check what was refused, then send a follow-up that asks for the change without it." },
  internal: { text: "Send a follow-up to try again. The worker's log has more details about this job." },
};

/** How a round ended without a result. The header says what can be done about the last one. */
function Ended({ code, reason }: { code: string; reason: string }) {
  const isCancelled = code === "cancelled";
  const Icon = isCancelled ? CircleSlash : CircleX;
  return (
    <p className={cn("flex items-start gap-2 px-1", isCancelled ? "text-muted-foreground" : "text-destructive")}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{reason}</span>
    </p>
  );
}

/** Says why a job failed and what can be done about it. */
export function FailureCard({ code, reason }: { code: string; reason: string }) {
  const site = useProject();
  const next = NEXT_STEP[code];
  return (
    <div role="alert" className="rounded-lg border border-destructive/30 bg-destructive/5 px-3 py-2.5">
      <p className="flex items-start gap-2 font-medium text-destructive">
        <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">{reason}</span>
      </p>
      {next && (
        <p className="mt-1 pl-6 text-muted-foreground">
          {next.text} {next.place && <TextLink href={projectHref(site, next.place.path)}>{next.place.label}</TextLink>}
        </p>
      )}
    </div>
  );
}
