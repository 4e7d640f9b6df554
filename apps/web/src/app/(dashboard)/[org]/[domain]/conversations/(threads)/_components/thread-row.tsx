import type { ThreadListItem } from "@docsteward/services/thread/present";
import { Badge } from "@docsteward/ui/badge";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { MessageSquare } from "lucide-react";
import Link from "next/link";
import { RatingMarks } from "../../_components/rating-marks.tsx";
import { ReaderName } from "../../_components/reader-name.tsx";

/** A thread in one line, or two where there is no room: its first question, what became of it, who asked and when. */
export function ThreadRow({ thread, href }: { thread: ThreadListItem; href: string }) {
  const { firstQuestion, turnCount, unansweredCount, upCount, downCount, fp, updatedAt } = thread;
  return (
    <Link
      href={href}
      className="-outline-offset-2 flex flex-col gap-x-4 gap-y-1 px-3 py-2.5 hover:bg-accent/60 sm:flex-row sm:items-center"
    >
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <MessageSquare aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
        <span className="min-w-0 truncate">{firstQuestion}</span>
        {turnCount > 1 && <Badge className="tabular-nums">{turnCount} questions</Badge>}
      </span>
      <span className="flex items-center gap-3 text-xs">
        <RatingMarks up={upCount} down={downCount} />
        {unansweredCount > 0 && (
          <Badge tone="warning">{turnCount === 1 ? "unanswered" : `${unansweredCount} unanswered`}</Badge>
        )}
        <ReaderName fp={fp} />
        <RelativeTime at={updatedAt} className="ml-auto min-w-16 text-right text-muted-foreground tabular-nums" />
      </span>
    </Link>
  );
}
