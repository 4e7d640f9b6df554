import type { AnswerChunk } from "./answer-chunk.ts";
import type { Answering } from "./answering.ts";
import { quoteAnswer } from "./quote-answer.ts";

/** Says what the pages themselves say, behind a label that tells why. */
export function* writeQuotation(
  { whole, sources, writer }: Pick<Answering, "whole" | "sources" | "writer">,
  label: string,
): Generator<AnswerChunk, void> {
  const { category, pieces } = quoteAnswer(whole, sources.all());
  writer.beginQuotation();
  if (category === "unanswered") writer.markUnanswered();
  for (const piece of [label, ...pieces]) yield* writer.write(piece);
}
