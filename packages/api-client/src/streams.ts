import { ApiError, unwrap } from "./api-error.ts";
import type { ApiClient } from "./create-api-client.ts";
import type { components } from "./schema.ts";

type Job = components["schemas"]["AgentJob"];
type JobEvent = components["schemas"]["JobEvent"];
type AskBody = components["schemas"]["AskBody"];

/** One server-sent event. */
export type ServerEvent = { id: string; data: string };

/** Reads server-sent events until the stream ends. Leaving it closes the connection. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  let [rest, id, data] = ["", "", [] as string[]];
  const decoder = new TextDecoder();
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) yield { id, data: data.join("\n") };
        data = [];
        continue;
      }
      const colon = line.indexOf(":");
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
      if (field === "data") data.push(value);
      if (field === "id") id = value;
    }
  }
}

/** A chunk of an answer, as the API's reference lists them. */
export type AnswerChunk = { type: string; [name: string]: unknown };

/** An answer that failed after it had begun. Its message is for people. */
export class StreamError extends Error {
  override readonly name = "StreamError";
}

/**
 * Asks the assistant, and gives each chunk as it comes.
 *
 * @throws ApiError when the question is refused; StreamError when the answer fails on its way
 */
export async function* ask(
  client: ApiClient,
  { domain, signal, ...body }: Omit<AskBody, "messages"> & { domain: string; question: string; signal?: AbortSignal },
): AsyncGenerator<AnswerChunk, void> {
  const { question, ...options } = body;
  const parts = [{ type: "text" as const, text: question }];
  const stream = await unwrap(
    client.POST("/discovery/v2/assistant/{domain}/message", {
      params: { path: { domain } },
      body: { ...options, messages: [{ id: "1", role: "user", parts }] } as AskBody,
      parseAs: "stream",
      signal,
    }),
  );
  for await (const { data } of readEvents(stream as unknown as ReadableStream<Uint8Array>)) {
    if (data === "[DONE]") return;
    const chunk = JSON.parse(data) as AnswerChunk;
    if (chunk.type === "error") throw new StreamError(String(chunk.errorText));
    yield chunk;
  }
}

/** Names a job of a project. */
type JobKey = { projectId: string; id: string };
type WaitOptions = JobKey & { signal?: AbortSignal; intervalMs?: number };

const INTERVAL_MS = 2_000;
const MAX_LOSSES = 5;

/** Gives a job's events as they happen, each once, until the job has ended. A lost connection is opened again. */
export async function* followJob(
  client: ApiClient,
  { signal, intervalMs = INTERVAL_MS, ...path }: WaitOptions,
): AsyncGenerator<JobEvent, void> {
  let lastId = "";
  for (let losses = 0; ; ) {
    try {
      const stream = await unwrap(
        client.GET("/v2/agent/{projectId}/job/{id}/events", {
          params: { path, header: lastId === "" ? {} : { "Last-Event-ID": lastId } },
          parseAs: "stream",
          signal,
        } as never),
      );
      for await (const { id, data } of readEvents(stream as unknown as ReadableStream<Uint8Array>)) {
        losses = 0;
        lastId = id || lastId;
        yield JSON.parse(data) as JobEvent;
      }
      // The service closes streams, too, when it restarts.
      if ((await getJob(client, path, signal)).status !== "active") return;
    } catch (error) {
      losses += 1;
      if (error instanceof ApiError || signal?.aborted || losses > MAX_LOSSES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}

const getJob = (client: ApiClient, path: JobKey, signal?: AbortSignal): Promise<Job> =>
  unwrap(client.GET("/v2/agent/{projectId}/job/{id}", { params: { path }, signal }));

/** Polls until a job is completed or failed. Give a `signal` to stop earlier. */
export async function waitForJob(
  client: ApiClient,
  { signal, intervalMs = INTERVAL_MS, ...path }: WaitOptions,
): Promise<Job> {
  for (;;) {
    const job = await getJob(client, path, signal);
    if (job.status !== "active") return job;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
    signal?.throwIfAborted();
  }
}
