import type { GapDetails } from "@docsteward/services/gap/get";
import { Badge } from "@docsteward/ui/badge";
import { Card, CardHeader } from "@docsteward/ui/card";
import { RelativeTime } from "@docsteward/ui/relative-time";
import type { ReactNode } from "react";
import { SourceList } from "../../../../_components/answer/source-list.tsx";

type Answer = NonNullable<GapDetails["answer"]>;

type Props = {
  answer: Answer;
  isDone: boolean;
  /** Its words, rendered. */
  children: ReactNode;
};

/** What the pages say to the question by now. */
export function NewAnswer({ answer, isDone, children }: Props) {
  return (
    <Card>
      <CardHeader>
        <h2 className="font-medium">New answer</h2>
        <Outcome answer={answer} isDone={isDone} />
        <RelativeTime at={answer.createdAt} className="ml-auto text-muted-foreground text-xs tabular-nums" />
      </CardHeader>
      <div className="flex flex-col gap-3 px-3 py-3">
        {children}
        {answer.failure && <p className="text-destructive">{answer.failure}</p>}
        {answer.sources.length > 0 && <SourceList sources={answer.sources} />}
      </div>
    </Card>
  );
}

function Outcome({ answer: { status, category }, isDone }: { answer: Answer; isDone: boolean }) {
  if (status === "failed") return <Badge tone="destructive">Failed</Badge>;
  if (category === "unanswered") return <Badge tone="warning">Still unanswered</Badge>;
  return isDone ? (
    <Badge tone="success">Answered by the docs</Badge>
  ) : (
    <Badge tone="brand">Answered: needs review</Badge>
  );
}
