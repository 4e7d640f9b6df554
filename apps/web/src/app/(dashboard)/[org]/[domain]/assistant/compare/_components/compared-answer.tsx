import type { TurnDetails } from "@docsteward/services/thread/get";
import { FormError } from "@docsteward/ui/field";
import { AnswerTiming, RetrievedPassages } from "#components/answer/answer-details.tsx";
import { SourceList } from "#components/answer/source-list.tsx";
import { StoredAnswer } from "#components/answer/stored-answer.tsx";

/** One model's answer, with its sources, what it took, and the ranks of its passages. */
export function ComparedAnswer({ answer }: { answer: TurnDetails }) {
  const cited = new Set(answer.sources.map(({ number }) => number));
  return (
    <>
      {answer.status === "failed" ? (
        <FormError message={answer.failure ?? "The model failed."} />
      ) : (
        <StoredAnswer text={answer.answer} />
      )}
      {answer.sources.length > 0 && <SourceList sources={answer.sources} />}
      <section aria-label="Timing" className="border-t pt-3">
        <AnswerTiming turn={answer} isNarrow />
      </section>
      {answer.trace && (
        <section aria-label="Retrieved passages" className="border-t pt-3">
          <RetrievedPassages trace={answer.trace} searchedFor={answer.searchedFor} cited={cited} />
        </section>
      )}
    </>
  );
}
