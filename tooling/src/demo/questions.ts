import { setTimeout as wait } from "node:timers/promises";
import { colors } from "../terminal.ts";
import { readEventStream } from "./client.ts";
import type { Finding, StoryOptions } from "./run-story.ts";

/** What the sample pages answer, and where. */
export const QUESTION = {
  text: "How do I write a backup to a file with the lantern command?",
  answer: "lantern export",
  page: "/guides/backup-and-restore",
};

/** What they answer once the pull request of the story is merged. */
const QUESTION_FOR_LATER = "How often should I restore a backup to a spare machine?";
const LATER_ANSWER = "twice a year";

type Asker = { url: string; domain: string; key: string; signal: AbortSignal };
export type Answer = {
  text: string;
  sources: { title: string; url: string }[];
  /** What the service recorded: `answered` or `unanswered`. */
  category: string | null;
};

/** As much of a chunk as is looked at. */
type Chunk = { type: string; delta?: string; errorText?: string; url?: string; title?: string; data?: unknown };

const UNAVAILABLE = 503;

/** Asks the assistant over the public REST API, as a plain caller; waits while the pages are still being indexed. */
export async function askAssistant({ url, domain, key, signal }: Asker, question: string): Promise<Answer> {
  const messages = [{ id: "1", role: "user", parts: [{ type: "text", text: question }] }];
  for (;;) {
    const response = await fetch(`${url}/discovery/v2/assistant/${domain}/message`, {
      method: "POST",
      signal,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ fp: "anonymous", messages }),
    });
    if (response.ok && response.body) return readAnswer(response.body);
    const said = await response.text();
    if (response.status !== UNAVAILABLE) throw new Error(`The assistant answered ${response.status}: ${said}`);
    await wait(500, undefined, { signal });
  }
}

async function readAnswer(body: ReadableStream<Uint8Array>): Promise<Answer> {
  const answer: Answer = { text: "", sources: [], category: null };
  for await (const data of readEventStream(body)) {
    if (data === "[DONE]") break;
    const { type, delta = "", errorText, url = "", title = url, data: given } = JSON.parse(data) as Chunk;
    if (type === "error") throw new Error(errorText);
    if (type === "text-delta") answer.text += delta;
    if (type === "source-url") answer.sources.push({ title, url });
    if (type === "data-outcome") answer.category = (given as { category: string }).category;
  }
  return answer;
}

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

function printAnswer({ text, sources }: Answer, print: (line: string) => void): void {
  print(text.trim());
  for (const source of sources) print(colors.cyan(`  ${source.title}  ${source.url}`));
}

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
