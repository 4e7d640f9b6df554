import { createAnthropicModel } from "@docsteward/models/anthropic";
import type { Model } from "@docsteward/models/model";
import { createOfflineModel } from "@docsteward/models/offline/offline-model";
import { createOpenAiCompatibleModel } from "@docsteward/models/openai-compatible";
import { readIndexedSite } from "../page/testing.ts";
import { createRetriever } from "../retriever/create-retriever.ts";
import type { AnswerChunk } from "./answer-chunk.ts";
import type { AnswerRequest } from "./answer-request.ts";
import type { AnswerSite } from "./answer-site.ts";
import { type AnswerRecord, startAnswer } from "./start-answer.ts";

export const PROTOCOLS = ["anthropic", "openai"] as const;

/** A model behind a scripted server, or the offline one without. */
export function modelAt(url: string | null, protocol: (typeof PROTOCOLS)[number] = "anthropic"): Model {
  if (url === null) return createOfflineModel();
  return protocol === "anthropic"
    ? createAnthropicModel({ name: "sonnet", modelId: "m", apiKey: "k", baseUrl: url })
    : createOpenAiCompatibleModel({ modelId: "m", baseUrl: `${url}/v1` });
}

export async function siteOf(files: Record<string, string>, url: string | null = null): Promise<AnswerSite> {
  const retriever = createRetriever(await readIndexedSite(files));
  return { retriever, name: "Harbor", url, changedAt: () => new Date("2026-11-01T00:00:00Z") };
}

export type Given = { chunks: AnswerChunk[]; record: AnswerRecord; text: string };

export type Asked = { site: AnswerSite; model: Model } & Partial<AnswerRequest>;

/** Asks a question and reads the answer to its end. */
export async function ask(question: string, { site, model, ...more }: Asked): Promise<Given> {
  const price = { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 };
  const signal = new AbortController().signal;
  const request = { question, history: [], notes: [], context: [], pageCount: 5, signal, ...more };
  const { chunks, record } = startAnswer({ model, price }, request, site);
  const given: AnswerChunk[] = [];
  for await (const chunk of chunks) given.push(chunk);
  const text = given.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
  return { chunks: given, record, text };
}
