import { isAppError } from "@docsteward/contract/is-app-error";
import type { ServiceContext } from "../context.ts";
import { openSite } from "../site/open.ts";
import { getGap } from "./get.ts";
import { type GapPromptInput, writeGapPrompt } from "./write-prompt.ts";

const PAGES = 5;

/** Writes the prompt of the job that closes a gap, for a person to read and change. @throws AppError `not_found` */
export async function draftGapJob(ctx: ServiceContext, input: { id: string }): Promise<{ prompt: string }> {
  const { question, turns } = await getGap(ctx, input);
  const prompt = writeGapPrompt({
    questions: [question, ...turns.map((turn) => turn.question)],
    comments: turns.flatMap(({ comment }) => comment ?? []),
    pages: await findPages(ctx, question),
    said: turns.find(({ answer }) => answer.trim() !== "")?.answer ?? null,
  });
  return { prompt: prompt.slice(0, ctx.limits.promptCharacters) };
}

/** As the pages are now: those of the answer may have moved since. */
async function findPages(ctx: ServiceContext, question: string): Promise<GapPromptInput["pages"]> {
  try {
    const { retriever } = await openSite(ctx);
    const hits = await retriever.search({ text: question, limit: PAGES });
    return hits.map(({ page: { file, path, title }, passages }) => ({
      file,
      path,
      title,
      heading: passages[0]?.chunk.headings.at(-1) ?? null,
    }));
  } catch (error) {
    if (isAppError(error) && error.code === "unavailable") return [];
    throw error;
  }
}
