import { z } from "zod";

/** The tool's name: a call that succeeds ends the round, also when it is read from the journal. */
export const FINISH = "finish";

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Arguments of the tool `finish`, from the model. Journals of earlier versions hold calls without `reply`. */
export const FinishInput = z.object({
  title: z
    .string()
    .describe("Title of the pull request: one short line in the imperative.")
    .transform(oneLine)
    .pipe(z.string().min(1).max(200)),
  summary: z
    .string()
    .trim()
    .max(20_000)
    .default("")
    .describe(
      "Markdown for reviewers: what the whole pull request changes and why, as it is now, earlier rounds included. Name no person.",
    ),
  reply: z
    .string()
    .trim()
    .max(20_000)
    .default("")
    .describe("Markdown for the person who asked: your answer, what you left out, what you need to know."),
  noChange: z.boolean().optional().describe("True only if no file needs to change. Then `reply` is your answer."),
});

/**
 * How the model ended its work. An answer in words alone has no title. `title` and `summary` are for the pull request and its
 * commit, `reply` is for the person who asked and goes nowhere else.
 */
export type Finish = { title: string; summary: string; reply: string };
