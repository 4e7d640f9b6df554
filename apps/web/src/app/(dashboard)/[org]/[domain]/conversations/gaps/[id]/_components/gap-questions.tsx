"use client";
import type { GapDetails } from "@docsteward/services/gap/get";
import { Card, CardHeader } from "@docsteward/ui/card";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { ThumbsDown } from "lucide-react";
import Link from "next/link";
import { useSite } from "../../../../../../_components/site-context.tsx";
import { partHref } from "../../../../../../_components/site-parts.ts";

/** Reader questions, in their words, each leading to the thread that it stands in. */
export function GapQuestions({ turns, count }: { turns: GapDetails["turns"]; count: number }) {
  const site = useSite();
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <h2 className="font-medium">Reader questions</h2>
        {count > turns.length && <span className="text-muted-foreground text-xs">newest {turns.length}</span>}
      </CardHeader>
      {turns.length === 0 ? (
        <p className="px-3 py-4 text-muted-foreground">These threads were deleted after the retention period.</p>
      ) : (
        <ul className="divide-y">
          {turns.map((turn) => (
            <li key={turn.messageId}>
              <Link
                href={`${partHref(site, `conversations/${turn.threadId}`)}#${turn.messageId}`}
                className="-outline-offset-2 flex flex-col gap-1 px-3 py-2.5 hover:bg-accent/60"
              >
                <span className="flex items-baseline gap-3">
                  <span className="line-clamp-2 min-w-0 flex-1 break-words">{turn.question}</span>
                  <RelativeTime at={turn.createdAt} className="shrink-0 text-muted-foreground text-xs tabular-nums" />
                </span>
                {turn.rating === "down" && (
                  <span className="flex items-start gap-1.5 text-muted-foreground text-xs">
                    <ThumbsDown
                      role="img"
                      aria-label="Rated negative"
                      className="mt-px size-3.5 shrink-0 text-destructive"
                    />
                    {turn.comment ?? "Rated negative. No comment."}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
