import { setTimeout as wait } from "node:timers/promises";
import { readEventStream } from "./read-event-stream.ts";

export type Asker = { url: string; domain: string; key: string; signal: AbortSignal };
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
