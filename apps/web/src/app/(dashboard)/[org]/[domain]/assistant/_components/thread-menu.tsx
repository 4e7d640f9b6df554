"use client";
import type { ThreadListItem } from "@docsteward/services/thread/present";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { Popover, PopoverClose } from "@docsteward/ui/popover";
import { History, SquarePen } from "lucide-react";
import { ThreadLine } from "./thread-line.tsx";

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
