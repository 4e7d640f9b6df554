import { CopyButton } from "@docsteward/ui/copy-button";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { ChevronLeft } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { api } from "../../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../../server/trpc/or-not-found.ts";
import { ReaderName } from "../_components/reader-name.tsx";
import { TurnView } from "../_components/turn-view.tsx";

export const metadata: Metadata = { title: "Thread" };

type Props = { params: Promise<{ org: string; domain: string; id: string }> };

export default async function ThreadPage({ params }: Props) {
  const { id, ...site } = await params;
  const thread = await orNotFound((await api()).thread.get({ ...site, id }));
  const { turns } = thread;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <header className="flex flex-col gap-1.5">
        <Link
          href={`/${site.org}/${site.domain}/conversations`}
          className="flex w-fit items-center gap-1 text-muted-foreground text-xs hover:text-foreground"
        >
          <ChevronLeft aria-hidden className="size-3.5" />
          Conversations
        </Link>
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
        {turns.map((turn) => (
          <li key={turn.messageId} id={turn.messageId} className="scroll-mt-16">
            <TurnView turn={turn} gapsHref={`/${site.org}/${site.domain}/conversations/gaps`} />
          </li>
        ))}
      </ol>
    </div>
  );
}
