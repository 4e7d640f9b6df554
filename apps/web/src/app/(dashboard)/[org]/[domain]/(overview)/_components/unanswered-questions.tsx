import type { Overview } from "@docsteward/services/overview/get";
import { RelativeTime } from "@docsteward/ui/relative-time";
import Link from "next/link";
import { useSite } from "../../../../_components/site-context.tsx";
import { partHref } from "../../../../_components/site-parts.ts";
import { OverviewList } from "./overview-list.tsx";

/** The newest questions that the pages did not answer, each leading to its gap: what the documentation lacks. */
export function UnansweredQuestions({ questions }: { questions: Overview["unanswered"] }) {
  const href = partHref(useSite(), "conversations/gaps");
  return (
    <OverviewList
      title="Unanswered questions"
      path="conversations/gaps"
      more="All gaps"
      empty="No unanswered questions. Questions that the docs don't answer appear here."
    >
      {questions.map(({ id, question, createdAt, gapId }) => (
        <li key={id}>
          <Link
            href={gapId === null ? href : `${href}/${gapId}`}
            className="-outline-offset-2 flex h-10 items-center gap-2.5 px-3 hover:bg-accent/60"
          >
            <span className="min-w-0 flex-1 truncate">{question}</span>
            <RelativeTime at={createdAt} className="shrink-0 text-muted-foreground text-xs tabular-nums" />
          </Link>
        </li>
      ))}
    </OverviewList>
  );
}
