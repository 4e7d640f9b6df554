import type { ThreadListItem } from "@docsteward/services/thread/present";
import { RelativeTime } from "@docsteward/ui/relative-time";

/** A thread in one line: what it began with, how many questions, how old. */
export function ThreadLine({ thread: { firstQuestion, turnCount, updatedAt } }: { thread: ThreadListItem }) {
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
