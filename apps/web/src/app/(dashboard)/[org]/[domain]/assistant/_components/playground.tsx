"use client";
import type { Playground as PlaygroundState } from "@docsteward/services/playground/get";
import type { ThreadDetails } from "@docsteward/services/thread/get";
import type { ThreadListItem } from "@docsteward/services/thread/present";
import { ErrorState } from "@docsteward/ui/error-state";
import { Skeleton } from "@docsteward/ui/skeleton";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { useTRPC } from "../../../../../../trpc/api.ts";
import { PageTitle } from "../../../../_components/page-title.tsx";
import { useSite } from "../../../../_components/site-context.tsx";
import { Chat } from "./chat.tsx";
import { KeyPopover } from "./key-popover.tsx";
import { RecentThreads } from "./recent-threads.tsx";
import { ThreadMenu } from "./thread-menu.tsx";
import { isBeingAnswered } from "./to-messages.ts";
import { useToken } from "./use-token.ts";

type First = { state: PlaygroundState; threads: ThreadListItem[]; thread: ThreadDetails | null };

const LOOK_MS = 1_500;

/** Asks the site's assistant through the public interface, as a website does, and shows what came about behind the answer. */
export function Playground({ first }: { first: First }) {
  const { org, domain } = useSite();
  const site = { org, domain };
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const token = useToken();
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
  const threads = useQuery({ ...trpc.playground.threads.queryOptions(site), initialData: first.threads });
  const thread = useQuery({
    ...trpc.playground.thread.queryOptions({ ...site, threadId: chatId }),
    enabled: isKnown,
    // A new conversation has nothing stored: kept under its id, that would be all that is shown when it is opened again.
    ...(chat !== null && chat === firstChat && { initialData: first.thread }),
    staleTime: Number.POSITIVE_INFINITY,
    // Without the key that asked, the stream cannot be taken up: the page looks until the answer is stored.
    refetchInterval: ({ state: { data } }) => (isBeingAnswered(data ?? null) && !token.isThere() ? LOOK_MS : false),
  });
  // The conversation on the page knows more than the store: what is stored is asked for when somebody comes back to it.
  const renew = () => {
    void threads.refetch();
    void queryClient.invalidateQueries({ queryKey: trpc.playground.thread.queryKey(), refetchType: "none" });
  };
  const open = (threadId: string | null) => {
    // Also when another one is opened: the one that was begun here is a stored one from then on.
    setFresh(makeId());
    setChat(threadId);
  };
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Assistant">
        <div className="flex flex-wrap items-center gap-2">
          <KeyPopover token={token} />
          <ThreadMenu threads={threads.data} current={chat} onOpen={open} />
        </div>
      </PageTitle>
      {thread.error ? (
        <ErrorState message={thread.error.message} onRetry={() => thread.refetch()} />
      ) : isKnown && thread.data === undefined ? (
        <Skeleton className="h-[28rem] rounded-lg" />
      ) : (
        <Chat
          key={`${chatId}-${isBeingAnswered(thread.data ?? null) && !token.isThere()}`}
          chatId={chatId}
          thread={isKnown ? (thread.data ?? null) : null}
          state={state}
          token={token}
          recent={<RecentThreads threads={threads.data} onOpen={open} />}
          onAsked={() => {
            if (chat !== chatId) setChat(chatId);
          }}
          onAnswered={renew}
        />
      )}
    </div>
  );
}

/** Unguessable: whoever knows it and the key may read an answer while it is written. */
function makeId(): string {
  return `pg_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
