import { setTimeout as wait } from "node:timers/promises";
import { colors } from "../colors.ts";
import { askAssistant } from "./ask-assistant.ts";
import { printAnswer } from "./ask-before-merge.ts";
import { LATER_ANSWER, QUESTION, QUESTION_FOR_LATER } from "./questions.ts";
import type { Finding, StoryOptions } from "./run-story.ts";

const FOLLOW_MS = 60_000;

/** Merges the pull request as a person does on its page, and asks again until the answer follows. */
export async function askAfterMerge(
  { site, url, cookie, print, signal }: StoryOptions,
  { prLink }: { prLink: string },
): Promise<Finding[]> {
  const { domain, assistantKey: key } = site.project;
  const { pathname } = new URL(prLink);
  const [, org, , , number] = pathname.split("/");
  print(`\n${colors.bold("Merge")} ${prLink}`);
  const merged = await fetch(`${url}/api/trpc/pullRequest.merge`, {
    method: "POST",
    signal,
    headers: { Cookie: cookie, Origin: url, "Content-Type": "application/json" },
    body: JSON.stringify({ org, domain, number: Number(number) }),
  });
  const startedMs = performance.now();
  const asker = { url, domain, key, signal };
  let answer = await askAssistant(asker, QUESTION_FOR_LATER);
  while (!answer.text.includes(LATER_ANSWER) && performance.now() - startedMs < FOLLOW_MS) {
    await wait(250, undefined, { signal });
    answer = await askAssistant(asker, QUESTION_FOR_LATER);
  }
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  print(`\n${colors.dim(QUESTION_FOR_LATER)}\n`);
  printAnswer(answer, print);
  print(colors.dim(`\nanswered from the merged pages after ${seconds} s`));
  return [
    { claim: "the pull request was merged", isTrue: merged.ok },
    {
      claim: "after the merge, the question is answered, with its source",
      isTrue:
        answer.text.includes(LATER_ANSWER) && answer.sources.some((source) => source.url.startsWith(QUESTION.page)),
    },
  ];
}
