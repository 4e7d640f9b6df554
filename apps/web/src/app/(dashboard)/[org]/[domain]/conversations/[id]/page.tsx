import type { TurnDetails } from "@docsteward/services/thread/get";
import { Badge } from "@docsteward/ui/badge";
import { CopyButton } from "@docsteward/ui/copy";
import { Card } from "@docsteward/ui/layout";
import { RelativeTime } from "@docsteward/ui/time";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { AnswerTiming, RetrievedPassages } from "#components/answer/answer-details.tsx";
import { SourceList } from "#components/answer/source-list.tsx";
import { StoredAnswer } from "#components/answer/stored-answer.tsx";
import { BackLink } from "#components/back-link.tsx";
import { GoldenButton } from "#components/golden-button.tsx";
import { findFirstFormatted } from "#components/markdown/markdown.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ReaderName } from "../_components/reader-name.tsx";

export const metadata: Metadata = { title: "Thread" };

type Props = { params: Promise<{ org: string; domain: string; id: string }> };

export default async function ThreadPage({ params }: Props) {
  const { id, ...site } = await params;
  const thread = await orNotFound((await api()).thread.get({ ...site, id }));
  const { turns } = thread;
  const firstFormatted = findFirstFormatted(turns.map(({ answer }) => answer.length));
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <header className="flex flex-col gap-1.5">
        <BackLink href={`/${site.org}/${site.domain}/conversations`}>All conversations</BackLink>
        <h1 className="line-clamp-2 font-semibold text-lg tracking-tight">{turns[0]?.question ?? "Thread"}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
          <ReaderName fp={thread.fp} />
          <span>{turns.length === 1 ? "1 question" : `${turns.length} questions`}</span>
          <span>
            started <RelativeTime at={thread.createdAt} />
          </span>
          <CopyButton value={thread.threadId} label="Copy thread ID">
            <span className="max-w-48 truncate">{thread.threadId}</span>
          </CopyButton>
        </p>
      </header>
      <ol aria-label="Questions and answers" className="flex flex-col gap-4">
        {turns.map((turn, index) => (
          <li key={turn.messageId} id={turn.messageId} className="scroll-mt-16">
            <TurnView
              turn={turn}
              isPlain={index < firstFormatted}
              gapsHref={`/${site.org}/${site.domain}/conversations/gaps`}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A question and its answer, with what the reader thought of it and, folded, how it came about. */
export function TurnView({ turn, isPlain, gapsHref }: { turn: TurnDetails; isPlain: boolean; gapsHref: string }) {
  const { messageId, question, answer, failure, sources, trace, createdAt, currentPath, outcome } = turn;
  return (
    <Card>
      <div className="flex flex-col gap-1 border-b bg-muted/60 px-4 py-3">
        <p className="whitespace-pre-wrap break-words font-medium">{question}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-xs">
          <RelativeTime at={createdAt} />
          {currentPath && (
            <span>
              on <span className="font-mono">{currentPath}</span>
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-col gap-3 px-4 py-3">
        <TurnState turn={turn} gapsHref={gapsHref} />
        {answer.trim() === "" ? (
          <p className="text-muted-foreground">No answer.</p>
        ) : (
          <StoredAnswer text={answer} isPlain={isPlain} />
        )}
        {failure && (
          <p className="rounded-md border border-destructive/30 bg-destructive/5 px-3 py-2 text-destructive">
            {failure}
          </p>
        )}
        {sources.length > 0 && <SourceList sources={sources} />}
        <Feedback turn={turn} />
        {outcome === "answered" && sources.length > 0 && <GoldenButton from={{ messageId }} />}
        <details className="group border-t pt-2">
          <summary className="cursor-pointer select-none text-muted-foreground text-xs hover:text-foreground">
            Answer details
          </summary>
          <div className="mt-3 flex flex-col gap-4">
            <AnswerTiming turn={turn} />
            {trace ? (
              <RetrievedPassages
                trace={trace}
                searchedFor={turn.searchedFor}
                cited={new Set(sources.map(({ number }) => number))}
              />
            ) : (
              <p className="text-muted-foreground text-xs">The passages for this answer weren't stored.</p>
            )}
          </div>
        </details>
      </div>
    </Card>
  );
}

function TurnState({ turn: { status, outcome, gapId }, gapsHref }: { turn: TurnDetails; gapsHref: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {status === "running" && <Badge tone="brand">Generating</Badge>}
      {status === "stopped" && <Badge>Stopped</Badge>}
      {status === "failed" && <Badge tone="destructive">Failed</Badge>}
      {outcome === "unanswered" && <Badge tone="warning">Not answered by the docs</Badge>}
      {outcome === "partly_answered" && <Badge tone="warning">Partly answered by the docs</Badge>}
      {outcome === "off_topic" && <Badge>Off topic</Badge>}
      {outcome === "asked_back" && <Badge>Asked back</Badge>}
      {gapId && (
        <Link href={`${gapsHref}/${gapId}`} className="text-brand text-xs underline-offset-2 hover:underline">
          Open gap
        </Link>
      )}
    </div>
  );
}

function Feedback({ turn: { rating, comment } }: { turn: TurnDetails }) {
  if (rating === null) return null;
  const Icon = rating === "up" ? ThumbsUp : ThumbsDown;
  return (
    <p className="flex items-start gap-2 rounded-md bg-muted px-3 py-2 text-[0.8125rem]">
      <Icon
        role="img"
        aria-label={rating === "up" ? "Rated good" : "Rated bad"}
        className={`mt-0.5 size-3.5 shrink-0 ${rating === "up" ? "text-success" : "text-destructive"}`}
      />
      <span className="min-w-0 break-words">
        {comment ?? <span className="text-muted-foreground">No comment.</span>}
      </span>
    </p>
  );
}
