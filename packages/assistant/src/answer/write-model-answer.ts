import { toFinishError } from "@docsteward/models/to-model-error";
import type { AnswerChunk } from "./answer-chunk.ts";
import { answerTools } from "./answer-tools.ts";
import type { Answering } from "./answering.ts";
import { askModel, type ModelUse } from "./ask-model.ts";
import { closingFence } from "./closing-fence.ts";
import { createFence } from "./create-fence.ts";
import { AnswerError, toAnswerError } from "./to-answer-error.ts";
import { writePrompt } from "./write-prompt.ts";
import { writeQuotation } from "./write-quotation.ts";

/** Said behind an answer that stops where its model did not mean to. */
const CUT_OFF = {
  length: "*The answer was cut off here: it reached the maximum length.*",
  "content-filter": "*The answer was cut off here by the model's provider.*",
};
/** Of one answer: several times what a model that keeps to its bound of tokens can say. A server may send whatever it likes. */
const MAX_CHARACTERS = 100_000;
const EMPTY_LABEL = "*The model gave no answer. Quoted from the documentation:*\n\n";

/** Has the model answer. Where it leaves the reader without words, the pages are quoted; where it is cut off, that is said. */
export async function* writeModelAnswer(answering: Answering): AsyncGenerator<AnswerChunk, void> {
  const { model, record, writer } = answering;
  const { reason, answerFrom } = yield* writeWords(answering);
  yield* writer.flush();
  const refusal = reason === "content-filter" ? toFinishError(reason, model) : null;
  if (!writer.hasSpoken() && refusal) throw new AnswerError(refusal, undefined);
  if (!writer.hasSpoken(answerFrom)) {
    yield* writeQuotation(answering, (record.text.trim() === "" ? "" : gapBehind(record.text)) + EMPTY_LABEL);
  } else if (reason === "length" || reason === "content-filter") {
    const fence = closingFence(record.text);
    yield* writer.write(`${fence === null ? gapBehind(record.text) : `\n${fence}\n\n`}${CUT_OFF[reason]}`);
  }
}

/** What a new paragraph needs in front of it. */
const gapBehind = (text: string) => (text.endsWith("\n\n") ? "" : "\n\n");

/**
 * Words before a search only announce it: what counts as an answer comes behind the last one.
 *
 * @returns also where in the text that begins. It is told by what the reader got, since the filter may leave nothing of it.
 */
async function* writeWords(answering: Answering) {
  const { model, request, record, writer } = answering;
  let answerFrom = 0;
  let isBehindTool = false;
  let characters = 0;
  const parts = askFor(answering);
  try {
    for (;;) {
      const part = await parts.next();
      if (part.done) return { reason: part.value, answerFrom: isBehindTool ? Number.POSITIVE_INFINITY : answerFrom };
      if (part.value.type === "text") {
        // The blank line between two steps has made the filter say all that it held back of the one before.
        if (isBehindTool && part.value.text.trim() !== "") {
          answerFrom = record.text.length;
          isBehindTool = false;
        }
        yield* writer.write(part.value.text.slice(0, MAX_CHARACTERS - characters));
        characters += part.value.text.length;
        if (characters >= MAX_CHARACTERS) return { reason: "length" as const, answerFrom };
      } else {
        isBehindTool ||= part.value.activity.type !== "think";
        yield { type: "data-activity", data: part.value.activity, transient: true } as const;
      }
    }
  } catch (error) {
    const { signal } = request;
    const cause = signal.aborted ? signal.reason : error;
    // Whoever stopped the answer knows why; that time ran out is the model's failure.
    if (signal.aborted && cause?.name !== "TimeoutError") throw cause;
    throw toAnswerError(cause, model);
  } finally {
    await parts.return("other");
  }
}

function askFor({ model, price, request, site, sources, trace, record }: Answering) {
  const { signal, filter, currentPath } = request;
  const fence = createFence();
  const { hasCacheMarkers } = model;
  const prompt = writePrompt({ request, site, fence, sources: sources.all(), hasCacheMarkers });
  const tools = answerTools({ site, sources, trace, fence, filter, currentPath });
  return askModel({ model, price, prompt, tools, signal, onUse: (use) => addUse(record.use, use) });
}

function addUse(sum: ModelUse, use: ModelUse): void {
  for (const name of Object.keys(sum) as (keyof ModelUse)[]) sum[name] += use[name];
}
