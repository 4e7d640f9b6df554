import { colors } from "../colors.ts";
import { type Answer, askAssistant } from "./ask-assistant.ts";
import { LATER_ANSWER, QUESTION, QUESTION_FOR_LATER } from "./questions.ts";
import type { Finding, StoryOptions } from "./run-story.ts";

/** Asks what the pages answer, and what they do not yet. @returns what was checked on the way */
export async function askBeforeMerge({ site, url, print, signal }: StoryOptions): Promise<Finding[]> {
  const { domain, assistantKey: key } = site.project;
  const ask = async (question: string) => {
    print(`\n${colors.bold("POST")} /discovery/v2/assistant/${domain}/message\n${colors.dim(question)}\n`);
    const answer = await askAssistant({ url, domain, key, signal }, question);
    printAnswer(answer, print);
    return answer;
  };
  const known = await ask(QUESTION.text);
  const unknown = await ask(QUESTION_FOR_LATER);
  return [
    {
      claim: "a question is answered from the pages, with its source",
      isTrue:
        known.text.includes(QUESTION.answer) && known.sources.some((source) => source.url.startsWith(QUESTION.page)),
    },
    {
      claim: "a question that the pages don't answer is recorded as unanswered",
      isTrue: !unknown.text.includes(LATER_ANSWER) && unknown.category === "unanswered",
    },
  ];
}

export function printAnswer({ text, sources }: Answer, print: (line: string) => void): void {
  print(text.trim());
  for (const source of sources) print(colors.cyan(`  ${source.title}  ${source.url}`));
}
