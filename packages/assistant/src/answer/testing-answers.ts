import type { UiChunk } from "@docsteward/contract/ui-chunk";
import type { ModelRequest, Script } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { createAnthropicModel } from "@docsteward/models/anthropic";
import { createOfflineModel } from "@docsteward/models/create-models";
import type { Model } from "@docsteward/models/model";
import { createOpenAiCompatibleModel } from "@docsteward/models/openai-compatible";
import { createOfflineEmbedder } from "../embedding/offline/offline-embedder.ts";
import { passageText } from "../embedding/passage-text.ts";
import { encodeVectors } from "../embedding/vectors.ts";
import type { IndexedPage } from "../page/indexed-page.ts";
import { createRetriever } from "../retriever/create-retriever.ts";
import { readIndexedSite } from "../testing.ts";
import type { AnswerRecord, AnswerRequest, AnswerSite } from "./answer.ts";
import { startAnswer } from "./start-answer.ts";

export const PROTOCOLS = ["anthropic", "openai"] as const;

/** A model behind a scripted server, or the offline one without. */
export function modelAt(url: string | null, protocol: (typeof PROTOCOLS)[number] = "anthropic"): Model {
  if (url === null) return createOfflineModel();
  return protocol === "anthropic"
    ? createAnthropicModel({ name: "sonnet", modelId: "m", apiKey: "k", baseUrl: url })
    : createOpenAiCompatibleModel({ modelId: "m", baseUrl: `${url}/v1` });
}

export async function siteOf(files: Record<string, string>, url: string | null = null): Promise<AnswerSite> {
  const retriever = await createRetriever(await readIndexedSite(files));
  return { retriever, name: "Harbor", url, changedAt: () => new Date("2026-11-01T00:00:00Z") };
}

/** The same with what its passages mean, as the built-in model sees it. */
export async function siteWithMeaning(files: Record<string, string>): Promise<AnswerSite> {
  const pages = await readIndexedSite(files);
  const embedder = createOfflineEmbedder();
  const vectors = new Map<IndexedPage, Uint8Array>();
  for (const page of pages) {
    const texts = page.chunks.map((chunk) => passageText(page, chunk));
    vectors.set(page, encodeVectors(await embedder.embedDocuments(texts)));
  }
  const retriever = await createRetriever(pages, { meaning: { embedder, vectors } });
  return { retriever, name: "Harbor", url: null, changedAt: () => null };
}

/** A small site, for questions about its pages. */
export const HARBOR_FILES = {
  "index.md": "# Harbor\n\nHarbor stores files. See [uploads](guide/upload.md).\n",
  "guide/upload.md":
    "# Uploads\n\nSend files to the server.\n\n## Size limit\n\nA file may be 50 MB. Set `MAX_UPLOAD_MB` to change it:\n\n```sh\nMAX_UPLOAD_MB=200 harbor start\n```\n\n## Resume\n\nInterrupted uploads go on by themselves.\n",
  "guide/backup.md":
    "# Backups\n\nRun `harbor backup` every night. It writes to [S3](https://aws.amazon.com/s3).\n\n## Restore\n\n`harbor restore FILE` brings a backup back.\n",
};

export const HARBOR = await siteOf(HARBOR_FILES);

export type Given = { chunks: UiChunk[]; record: AnswerRecord; text: string };

export type Asked = { site: AnswerSite; model: Model } & Partial<AnswerRequest>;

/** Asks a question and reads the answer to its end. */
export async function ask(question: string, { site, model, ...more }: Asked): Promise<Given> {
  const price = { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 };
  const signal = new AbortController().signal;
  const request = { question, history: [], notes: [], context: [], pageCount: 5, signal, ...more };
  const { chunks, record } = startAnswer({ model, price }, request, site);
  const given: UiChunk[] = [];
  for await (const chunk of chunks) given.push(chunk);
  const text = given.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
  return { chunks: given, record, text };
}

/** Asks about the small site, of a model that follows a script. */
export async function askScripted(
  script: Script,
  question: string,
  more: Partial<Asked> & { protocol?: (typeof PROTOCOLS)[number] } = {},
) {
  await using server = await startModelServer(script);
  const { protocol, ...asked } = more;
  const given = await ask(question, { site: HARBOR, model: modelAt(server.url, protocol), ...asked });
  return { ...given, requests: server.requests };
}

/** The question's passages are numbered as they are found; the script needs the number of one of them. */
export function numberOf(request: ModelRequest, words: string): string {
  const passages = [...request.text.matchAll(/<passage-\w+ number="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage-/g)];
  return passages.find(([, , text]) => text?.includes(words))?.[1] ?? "?";
}
