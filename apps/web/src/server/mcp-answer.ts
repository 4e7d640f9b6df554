import { QuestionFields } from "@docsteward/contract/assistant-message";
import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { SearchFilter } from "@docsteward/contract/site-search";
import { OUTCOMES, type SourceData } from "@docsteward/contract/ui-chunk";
import type { ProjectContext } from "@docsteward/services/context";
import { answerQuestion } from "@docsteward/services/thread/answer";
import { z } from "zod";

export const AskInput = z.object({
  question: Text.min(1).meta({ description: "One question about the documentation, as a person asks it." }),
  threadId: QuestionFields.shape.threadId.meta({
    description: "The `threadId` of an earlier answer, to ask a follow-up. Omit it to start a new conversation.",
  }),
  filter: SearchFilter.optional().meta({ description: "Limits which pages are used." }),
});

const Source = z.object({
  number: z.int().meta({ description: "The answer cites it as `[1]`." }),
  title: z.string(),
  path: z.string(),
  url: z.string(),
  updatedAt: z.string().nullable().meta({ description: "When the page last changed, if known." }),
});

export const AskOutput = z.object({
  answer: z.string().meta({ description: "The answer in Markdown." }),
  category: z
    .enum(OUTCOMES)
    .nullable()
    .meta({ description: "How far the pages answer the question; null if unknown." }),
  sources: z.array(Source),
  threadId: z.string().meta({ description: "Send it with a follow-up." }),
  messageId: z.string().meta({ description: "The answer's id, for submit_feedback." }),
});
type AskOutput = z.output<typeof AskOutput>;

type Question = z.output<typeof AskInput> & { languages: readonly string[]; signal: AbortSignal };

/**
 * Asks the assistant, and waits for the whole answer.
 *
 * @throws AppError as `answerQuestion`; `upstream_error` when the answer fails on its way
 */
export async function askFromTool(
  ctx: ProjectContext,
  { question, ...input }: Question,
): Promise<{ text: string; structured: AskOutput }> {
  const messages = [{ role: "user" as const, content: question }];
  const { threadId, messageId, chunks } = await answerQuestion(ctx, { ...input, fp: "anonymous", messages });
  const sources = new Map<number, AskOutput["sources"][number]>();
  let answer = "";
  let category: AskOutput["category"] = null;
  for await (const chunk of chunks) {
    if (chunk.type === "text-delta") answer += chunk.delta;
    if (chunk.type === "data-source" && !sources.has(chunk.data.number))
      sources.set(chunk.data.number, toSource(chunk.data));
    if (chunk.type === "data-outcome") category = chunk.data.category;
    if (chunk.type === "error") throw new AppError("upstream_error", chunk.errorText);
  }
  const cited = [...sources.values()].sort((a, b) => a.number - b.number);
  const list = cited.map(({ number, title, url }) => `[${number}] [${title}](${url})`);
  const text = cited.length === 0 ? answer : `${answer}\n\nSources:\n${list.join("\n")}`;
  return { text, structured: { answer, category, sources: cited, threadId, messageId } };
}

const toSource = ({ number, title, path, url, updatedAt }: SourceData) => ({ number, title, path, url, updatedAt });
