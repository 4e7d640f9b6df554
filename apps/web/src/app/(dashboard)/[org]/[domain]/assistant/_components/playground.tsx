"use client";

import type { Playground as PlaygroundState } from "@docsteward/services/playground";
import type { ThreadDetails } from "@docsteward/services/thread/get";
import type { ThreadList } from "@docsteward/services/thread/list";
import { Button, buttonClasses } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { ErrorState, Skeleton } from "@docsteward/ui/states";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PanelLeftOpen } from "lucide-react";
import Link from "next/link";
import { parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { PageTitle } from "#components/page-elements.tsx";
import { hasRole, useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";
import { Chat } from "./chat.tsx";
import { isBeingAnswered } from "./messages.ts";
import { KeyPopover, usePlaygroundKey } from "./playground-key.tsx";
import {
  RecentThreads,
  setColumnShown,
  type ThreadColumnProps,
  ThreadMenu,
  ThreadSidebar,
  useSidebarOpen,
  useThreads,
} from "./threads.tsx";

type First = { state: PlaygroundState; threads: ThreadList; thread: ThreadDetails | null };

const LOOK_MS = 1_500;

/** Asks the site's assistant through the public interface, as a website does, and shows what came about behind the answer. */
export function Playground({ first }: { first: First }) {
  const { org, domain, role } = useProject();
  const site = { org, domain };
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const token = usePlaygroundKey();
  const [chat, setChat] = useQueryState("chat", parseAsString.withOptions({ history: "push" }));
  // A conversation has its id before its first question; it comes into the address with that.
  const [fresh, setFresh] = useState(makeId);
  const [firstChat] = useState(chat);
  const chatId = chat ?? fresh;
  const isKnown = chat !== null && chat !== fresh;
  const { data: state } = useQuery({
    ...trpc.playground.get.queryOptions(site),
    initialData: first.state,
    refetchInterval: ({ state: { data } }) => (data?.index.answers ? false : LOOK_MS),
  });
  const threads = useThreads(site, first.threads);
  // Who may only look has no threads, unless their role was another one once.
  const hasThreads = hasRole(role, "member") || threads.list.length > 0;
  const isColumnShown = useSidebarOpen() && hasThreads;
  const thread = useQuery({
    ...trpc.playground.thread.queryOptions({ ...site, threadId: chatId }),
    enabled: isKnown,
    // A new conversation has nothing stored: kept under its id, that would be all that is shown when it is opened again.
    ...(chat !== null && chat === firstChat && { initialData: first.thread }),
    staleTime: Number.POSITIVE_INFINITY,
    // Without the key that asked, the stream cannot be taken up: the page looks until the answer is stored.
    refetchInterval: ({ state: { data } }) => (isBeingAnswered(data ?? null) && !token.isThere() ? LOOK_MS : false),
  });
  // The conversation on the page knows more than the store: the stored one is loaded when a person returns to it.
  const renew = () => {
    threads.renew();
    void queryClient.invalidateQueries({ queryKey: trpc.playground.thread.queryKey(), refetchType: "none" });
  };
  const open = (threadId: string | null) => {
    // Also when another one is opened: the one that was begun here is a stored one from then on.
    setFresh(makeId());
    setChat(threadId);
  };
  const near = (threadId: string) => {
    void queryClient.prefetchQuery({
      ...trpc.playground.thread.queryOptions({ ...site, threadId }),
      staleTime: Number.POSITIVE_INFINITY,
    });
  };
  return (
    <PlaygroundFrame
      threads={threads}
      current={chat}
      onOpen={open}
      onNear={near}
      hasThreads={hasThreads}
      isColumnShown={isColumnShown}
      actions={hasRole(role, "member") && <KeyPopover token={token} />}
    >
      {thread.error ? (
        <ErrorState message={thread.error.message} onRetry={() => thread.refetch()} />
      ) : isKnown && thread.data === undefined ? (
        <Skeleton shape="card" className="h-[28rem]" />
      ) : (
        <Chat
          key={`${chatId}-${isBeingAnswered(thread.data ?? null) && !token.isThere()}`}
          chatId={chatId}
          thread={isKnown ? (thread.data ?? null) : null}
          state={state}
          token={token}
          recent={
            <div className={isColumnShown ? "xl:hidden" : undefined}>
              <RecentThreads threads={threads.list} onOpen={open} />
            </div>
          }
          onAsked={() => {
            if (chat !== chatId) setChat(chatId);
          }}
          onBegun={threads.renew}
          onAnswered={renew}
        />
      )}
    </PlaygroundFrame>
  );
}

/** Unguessable: a client that knows it and the key may read an answer while it is written. */
function makeId(): string {
  return `pg_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

type Props = ThreadColumnProps & {
  hasThreads: boolean;
  isColumnShown: boolean;
  /** Stands beside the title. */
  actions: ReactNode;
  children: ReactNode;
};

/**
 * What stands around a conversation: this person's other ones. Where there is room they are a column; elsewhere, and when it is put
 * away, they are behind a button.
 */
function PlaygroundFrame({ hasThreads, isColumnShown, actions, children, ...column }: Props) {
  const { threads, current, onOpen } = column;
  const site = useProject();
  return (
    <div data-wide className="flex flex-col gap-4">
      <PageTitle title="Playground">
        <div className="flex flex-wrap items-center gap-2">
          {hasThreads && !isColumnShown && (
            <Button
              size="icon"
              variant="ghost"
              aria-label="Show your threads"
              title="Show your threads"
              onClick={() => setColumnShown(true)}
              className="max-xl:hidden"
            >
              <PanelLeftOpen aria-hidden />
            </Button>
          )}
          {actions}
          <Link href={projectHref(site, "assistant/compare")} className={buttonClasses({ size: "sm" })}>
            Compare answers
          </Link>
          <div className={cn("flex items-center gap-2", isColumnShown && "xl:hidden")}>
            {hasThreads && <ThreadMenu threads={threads.list} current={current} onOpen={onOpen} />}
          </div>
        </div>
      </PageTitle>
      <div className={cn("min-w-0", isColumnShown && "xl:grid xl:grid-cols-[13rem_minmax(0,1fr)] xl:gap-5")}>
        {isColumnShown && (
          // As high as the chat, however many threads there are.
          <div className="relative max-xl:hidden">
            <ThreadSidebar {...column} />
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
