"use client";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { PanelLeftOpen } from "lucide-react";
import type { ReactNode } from "react";
import { PageTitle } from "../../../../_components/page-title.tsx";
import { setColumnShown } from "./column-shown.ts";
import { ThreadColumn, type ThreadColumnProps } from "./thread-column.tsx";
import { ThreadMenu } from "./thread-menu.tsx";

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
export function PlaygroundFrame({ hasThreads, isColumnShown, actions, children, ...column }: Props) {
  const { threads, current, onOpen } = column;
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
          <div className={cn("flex items-center gap-2", isColumnShown && "xl:hidden")}>
            {hasThreads && <ThreadMenu threads={threads.list} current={current} onOpen={onOpen} />}
          </div>
        </div>
      </PageTitle>
      <div className={cn("min-w-0", isColumnShown && "xl:grid xl:grid-cols-[13rem_minmax(0,1fr)] xl:gap-5")}>
        {isColumnShown && (
          // As high as the chat, however many threads there are.
          <div className="relative max-xl:hidden">
            <ThreadColumn {...column} />
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
