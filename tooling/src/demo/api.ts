import { AgentJob } from "@docsteward/contract/job";
import { JobEventMessage } from "@docsteward/contract/job-event";
import { readEventStream } from "./read-event-stream.ts";

export type Api = {
  createJob(prompt: string): Promise<AgentJob>;
  sendMessage(jobId: string, prompt: string): Promise<AgentJob>;
  getJob(jobId: string): Promise<AgentJob>;
  /** The job's events behind `afterId`, as they happen, until it rests. */
  follow(jobId: string, afterId: number): AsyncGenerator<JobEventMessage>;
};

/** A caller of the public REST API, as anybody could write one. */
export function createApi(options: { url: string; projectId: string; key: string; signal?: AbortSignal }): Api {
  const { url, projectId, key, signal } = options;
  const base = `${url}/v2/agent/${projectId}`;
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${base}${path}`, {
      signal,
      ...init,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...init.headers },
    });
    if (response.ok) return response;
    throw new Error(`${init.method ?? "GET"} ${path} answered ${response.status}: ${await response.text()}`);
  };
  const post = async (path: string, prompt: string) => {
    const response = await call(path, { method: "POST", body: JSON.stringify({ prompt }) });
    return AgentJob.parse(await response.json());
  };
  return {
    createJob: (prompt) => post("/job", prompt),
    sendMessage: (jobId, prompt) => post(`/job/${jobId}/message`, prompt),
    getJob: async (jobId) => AgentJob.parse(await (await call(`/job/${jobId}`)).json()),
    async *follow(jobId, afterId) {
      const headers = { Accept: "text/event-stream", "Last-Event-ID": String(afterId) };
      const response = await call(`/job/${jobId}/events`, afterId > 0 ? { headers } : {});
      if (!response.body) throw new Error("The event stream has no body.");
      for await (const data of readEventStream(response.body)) yield JobEventMessage.parse(JSON.parse(data));
    },
  };
}
