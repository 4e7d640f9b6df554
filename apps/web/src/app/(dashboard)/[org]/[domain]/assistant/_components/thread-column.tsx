"use client";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { PanelLeftClose, SquarePen } from "lucide-react";
import type { MouseEvent } from "react";
import { useListKeys } from "../../../../_components/keyboard/use-list-keys.ts";
import { useSite } from "../../../../_components/site-context.tsx";
import { partHref } from "../../../../_components/site-parts.ts";
import { setColumnShown } from "./column-shown.ts";
import type { Threads } from "./use-threads.ts";

export type ThreadColumnProps = {
  threads: Threads;
  current: string | null;
  onOpen: (threadId: string | null) => void;
  /** Somebody is about to open it. */
  onNear: (threadId: string) => void;
};

/** The conversations that this person had here, the newest first, and a new one. Beside the chat, where there is room. */
export function ThreadColumn({
  threads: { list, hasMore, isLoadingMore, loadMore },
  current,
  onOpen,
  onNear,
}: ThreadColumnProps) {
  const here = partHref(useSite(), "assistant");
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
