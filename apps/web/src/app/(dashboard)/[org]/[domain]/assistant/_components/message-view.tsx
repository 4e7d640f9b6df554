"use client";

import { Badge } from "@docsteward/ui/badge";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { CopyButton } from "@docsteward/ui/copy";
import { Skeleton } from "@docsteward/ui/states";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PanelRight, RotateCcw, ThumbsDown, ThumbsUp } from "lucide-react";
import dynamic from "next/dynamic";
import { CitationProvider, type CitationState } from "#components/answer/citations.tsx";
import { sourceTitle } from "#components/answer/source-list.tsx";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { type Activity, formatChatError, outcomeOf, type PlaygroundMessage, sourcesOf, textOf } from "./messages.ts";

const StreamedAnswer = dynamic(() => import("./streamed-answer.tsx"), {
  loading: () => <Skeleton className="h-20" />,
});

type MessageViewProps = {
  message: PlaygroundMessage;
  isRunning: boolean;
  isSelected: boolean;
  activity: Activity | null;
  citing: CitationState;
  onSelect: () => void;
  /** Only of the newest answer. */
  onRetry: (() => void) | null;
  token: () => Promise<string>;
};

/** A question, or an answer with its sources and what can be done with it. */
export function MessageView(props: MessageViewProps) {
  const { message } = props;
  if (message.role === "user") {
    return (
      <div className="ml-auto w-fit max-w-[85%] whitespace-pre-wrap break-words rounded-lg bg-accent px-3 py-2">
        <span className="sr-only">You asked: </span>
        {textOf(message)}
      </div>
    );
  }
  return <Answer {...props} />;
}

function Answer({ message, isRunning, isSelected, activity, citing, onSelect, onRetry, token }: MessageViewProps) {
  const text = textOf(message);
  const sources = sourcesOf(message);
  return (
    <article
      aria-label="Answer"
      aria-busy={isRunning}
      className={cn("flex flex-col gap-2.5 border-l-2 pl-3", isSelected && "border-l-brand/50")}
    >
      <CitationProvider value={citing}>
        {text.trim() !== "" && <StreamedAnswer text={text} isRunning={isRunning} />}
      </CitationProvider>
      {isRunning && <Doing activity={activity} hasText={text.trim() !== ""} />}
      {sources.length > 0 && (
        <ul aria-label="Sources of this answer" className="flex flex-wrap gap-1.5">
          {sources.map((source) => (
            <li key={source.number} className="min-w-0">
              <button
                type="button"
                aria-pressed={citing.chosen === source.number}
                onClick={() => citing.onChoose(source.number)}
                onPointerEnter={() => citing.onPoint(source.number)}
                onPointerLeave={() => citing.onPoint(null)}
                className="flex max-w-64 cursor-pointer items-baseline gap-1.5 rounded-full border px-2 py-0.5 text-xs hover:bg-accent aria-pressed:border-brand"
              >
                <span className="font-mono text-muted-foreground">{source.number}</span>
                <span className="truncate">{sourceTitle(source)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {outcomeOf(message) === "unanswered" && <Badge tone="warning">Not answered by the docs. Added to gaps.</Badge>}
      {!isRunning && (
        <div className="-ml-1.5 flex flex-wrap items-center gap-0.5">
          <CopyButton value={text} label="Copy answer" />
          {onRetry && (
            <Button variant="ghost" size="icon" aria-label="Retry question" title="Retry question" onClick={onRetry}>
              <RotateCcw aria-hidden />
            </Button>
          )}
          <RateButtons messageId={message.id} token={token} />
          <Button variant="ghost" size="text" weight="normal" aria-pressed={isSelected} onClick={onSelect}>
            <PanelRight aria-hidden />
            Answer details
          </Button>
        </div>
      )}
    </article>
  );
}

function Doing({ activity, hasText }: { activity: Activity | null; hasText: boolean }) {
  const words = wordsOf(activity) ?? (hasText ? null : "Searching the docs");
  if (words === null) return null;
  return (
    <p className="flex items-center gap-2 text-muted-foreground text-xs">
      <span aria-hidden className="size-1.5 rounded-full bg-brand motion-safe:animate-pulse" />
      {words}
    </p>
  );
}

function wordsOf(activity: Activity | null): string | null {
  switch (activity?.type) {
    case "search":
      return `Searching for “${activity.query}”`;
    case "read":
      return `Reading ${activity.path}`;
    case "think":
      return "Thinking";
    default:
      return null;
  }
}

type Rating = "up" | "down";

/** Good or bad, said through the public interface as a reader does. What is bad becomes a gap. */
function RateButtons({ messageId, token }: { messageId: string; token: () => Promise<string> }) {
  const { domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const rate = useMutation({
    mutationFn: async (rating: Rating) => {
      const response = await fetch(`/discovery/v2/assistant/${domain}/feedback`, {
        method: "POST",
        headers: { Authorization: `Bearer ${await token()}`, "Content-Type": "application/json" },
        body: JSON.stringify({ messageId, rating }),
      });
      if (!response.ok) throw new Error(await response.text());
      return rating;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.thread.pathKey() }),
    onError: (error) => toast.error(formatChatError(error)),
  });
  return (
    <>
      <RateButton
        label="Rate answer as good"
        isOn={rate.data === "up"}
        onClick={() => rate.mutate("up")}
        Icon={ThumbsUp}
      />
      <RateButton
        label="Rate answer as bad"
        isOn={rate.data === "down"}
        onClick={() => rate.mutate("down")}
        Icon={ThumbsDown}
      />
    </>
  );
}

function RateButton(props: { label: string; isOn: boolean; onClick: () => void; Icon: typeof ThumbsUp }) {
  const { label, isOn, onClick, Icon } = props;
  return (
    <Button
      variant={isOn ? "chosen" : "ghost"}
      size="icon"
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={onClick}
    >
      <Icon aria-hidden className={isOn ? "fill-current" : ""} />
    </Button>
  );
}
