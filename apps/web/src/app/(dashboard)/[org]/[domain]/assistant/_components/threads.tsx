"use client";

import type { ThreadListItem } from "@docsteward/services/thread/get";
import type { ThreadList } from "@docsteward/services/thread/list";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { Popover, PopoverClose } from "@docsteward/ui/popover";
import { RelativeTime } from "@docsteward/ui/time";
import { useInfiniteQuery } from "@tanstack/react-query";
import { History, PanelLeftClose, SquarePen } from "lucide-react";
import type { MouseEvent } from "react";
import { createBooleanStore } from "#components/boolean-store.ts";
import { useListKeys } from "#components/keyboard/use-shortcuts.ts";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";

export type ThreadColumnProps = {
  threads: Threads;
  current: string | null;
  onOpen: (threadId: string | null) => void;
  /** The person is about to open it. */
  onNear: (threadId: string) => void;
};

/** The conversations that this person had here, the newest first, and a new one. Beside the chat, where there is room. */
export function ThreadSidebar({
  threads: { list, hasMore, isLoadingMore, loadMore },
  current,
  onOpen,
  onNear,
}: ThreadColumnProps) {
  const here = projectHref(useProject(), "assistant");
  const rows = useListKeys<HTMLUListElement>();
  return (
    <nav aria-label="Your threads" className="absolute inset-0 flex flex-col gap-2">
      <div className="flex gap-1">
        <Button size="sm" align="start" className="grow" onClick={() => onOpen(null)}>
          <SquarePen aria-hidden />
          New thread
        </Button>
        <Button
          size="icon"
          variant="ghost"
          aria-label="Hide your threads"
          title="Hide your threads"
          onClick={() => setColumnShown(false)}
        >
          <PanelLeftClose aria-hidden />
        </Button>
      </div>
      {list.length === 0 && <p className="px-2 py-1 text-muted-foreground text-xs">Your threads appear here.</p>}
      <ul ref={rows} className="-mx-1 flex min-h-0 flex-1 flex-col gap-px overflow-y-auto px-1 pb-1">
        {list.map(({ id, threadId, firstQuestion, turnCount, updatedAt }) => (
          <li key={id}>
            <a
              data-list-row
              href={`${here}?chat=${encodeURIComponent(threadId)}`}
              aria-current={threadId === current ? "true" : undefined}
              onClick={(event) => {
                if (opensElsewhere(event)) return;
                event.preventDefault();
                onOpen(threadId);
              }}
              onPointerEnter={() => onNear(threadId)}
              onFocus={() => onNear(threadId)}
              className={cn(
                "-outline-offset-2 block rounded-md px-2 py-1.5 hover:bg-accent",
                threadId === current && "bg-accent",
              )}
            >
              <span className="line-clamp-2 break-words">{firstQuestion}</span>
              <span className="block truncate text-muted-foreground text-xs tabular-nums">
                <RelativeTime at={updatedAt} />
                {turnCount > 1 && ` · ${turnCount} questions`}
              </span>
            </a>
          </li>
        ))}
        {hasMore && (
          <li>
            <Button size="sm" variant="ghost" className="w-full" disabled={isLoadingMore} onClick={loadMore}>
              {isLoadingMore ? "Loading…" : "Older"}
            </Button>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** A link that is meant for another tab or window. */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

type Props = { threads: ThreadListItem[]; current: string | null; onOpen: (threadId: string | null) => void };

/** A new conversation, and those that this person had here before. */
export function ThreadMenu({ threads, current, onOpen }: Props) {
  return (
    <>
      <Popover
        aria-label="Your threads"
        align="end"
        className="w-80 gap-0.5 p-1.5"
        trigger={
          <Button size="sm">
            <History aria-hidden />
            Your threads
          </Button>
        }
      >
        {threads.length === 0 && <p className="px-2 py-1.5 text-muted-foreground">No questions yet.</p>}
        <ul className="flex flex-col gap-0.5">
          {threads.map((thread) => (
            <li key={thread.id}>
              <PopoverClose
                aria-current={thread.threadId === current ? "true" : undefined}
                onClick={() => onOpen(thread.threadId)}
                className={cn(
                  "flex w-full cursor-pointer items-baseline gap-2 rounded-md px-2 py-1.5 text-left hover:bg-accent",
                  thread.threadId === current && "bg-accent",
                )}
              >
                <ThreadLine thread={thread} />
              </PopoverClose>
            </li>
          ))}
        </ul>
      </Popover>
      <Button size="sm" variant="primary" onClick={() => onOpen(null)}>
        <SquarePen aria-hidden />
        New
      </Button>
    </>
  );
}

/** A thread in one line: what it began with, how many questions, how old. */
function ThreadLine({ thread: { firstQuestion, turnCount, updatedAt } }: { thread: ThreadListItem }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{firstQuestion}</span>
      {turnCount > 1 && (
        <span title={`${turnCount} questions`} className="shrink-0 text-muted-foreground text-xs tabular-nums">
          {turnCount}
        </span>
      )}
      <RelativeTime at={updatedAt} className="shrink-0 text-muted-foreground text-xs tabular-nums" />
    </>
  );
}

const MAX = 5;

/** The newest conversations that this person had here, to go on with. The menu above has all of them. */
export function RecentThreads({ threads, onOpen }: { threads: ThreadListItem[]; onOpen: (threadId: string) => void }) {
  if (threads.length === 0) return null;
  return (
    <section aria-label="Continue a thread" className="flex flex-col gap-2">
      <h2 className="font-medium">Continue a thread</h2>
      <ul className="divide-y rounded-md border">
        {threads.slice(0, MAX).map((thread) => (
          <li key={thread.id}>
            <button
              type="button"
              onClick={() => onOpen(thread.threadId)}
              className="-outline-offset-2 flex w-full cursor-pointer items-baseline gap-2 px-3 py-1.5 text-left hover:bg-accent"
            >
              <ThreadLine thread={thread} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Set in browsers whose people have put the column of threads away. */
const STORED = "docsteward.threads-hidden";

const flag = createBooleanStore({ read: () => localStorage.getItem(STORED) === null, onServer: true });

/** Shows the column of threads or puts it away, for this browser. */
export function setColumnShown(isShown: boolean): void {
  if (isShown) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, "1");
  flag.tell();
}

/** Whether the column of threads is shown where there is room for it, followed. */
export const useSidebarOpen = flag.useIsOn;

/** The conversations of one person with the playground, as many as were loaded, the newest first. */
type Threads = {
  list: ThreadListItem[];
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Looks whether there are new ones. */
  renew: () => void;
};

/** @param first what the server rendered */
export function useThreads(site: { org: string; domain: string }, first: ThreadList): Threads {
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.playground.threads.infiniteQueryOptions(site, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      initialData: { pages: [first], pageParams: [null] },
    }),
  );
  return {
    list: query.data.pages.flatMap(({ threads }) => threads),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    renew: () => void query.refetch(),
  };
}
