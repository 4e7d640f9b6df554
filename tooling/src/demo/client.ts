import { AgentJob } from "@docsteward/contract/job";
import { JobEventMessage } from "@docsteward/contract/job-event";

export type Client = {
  createJob(prompt: string): Promise<AgentJob>;
  sendMessage(jobId: string, prompt: string): Promise<AgentJob>;
  getJob(jobId: string): Promise<AgentJob>;
  /** The job's events behind `afterId`, as they happen, until it rests. */
  follow(jobId: string, afterId: number): AsyncGenerator<JobEventMessage>;
};

/** A client of the public REST API, like one that a user would write. */
export function createClient(options: { url: string; projectId: string; key: string; signal?: AbortSignal }): Client {
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

/** Reads a stream of server-sent events: the text behind `data:` of each. Comments and other fields are left out. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const blocks = `${rest}${decoder.decode(bytes, { stream: true })}`.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split(/\r?\n/).filter((line) => line.startsWith("data:"));
      if (lines.length > 0) yield lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n");
    }
  }
}

/** Signs in by a link of the demo, as a browser does. @returns the session as a `Cookie` header */
export async function signIn(link: string): Promise<string> {
  const response = await fetch(link, { redirect: "manual" });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  if (cookies.length === 0) throw new Error(`Signing in with the demo's link failed: ${response.status}`);
  return cookies.join("; ");
}
