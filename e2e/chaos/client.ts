import { setTimeout as wait } from "node:timers/promises";
import { AgentJob } from "@docsteward/contract/job";
import { JobEventMessage } from "@docsteward/contract/job-event";
import { readEventStream } from "@docsteward/tooling/demo/client";

export type PatientCaller = {
  createJob(prompt: string, key: string): Promise<AgentJob>;
  sendMessage(jobId: string, prompt: string, key: string): Promise<AgentJob>;
  getJob(jobId: string): Promise<AgentJob>;
  /** The events behind `afterId`, until the stream ends or breaks. */
  follow(jobId: string, afterId: number): AsyncGenerator<JobEventMessage>;
};

/** How often each answer was given: a status, or the code of a connection that failed. */
export type Answers = Map<string, number>;

type CallerOptions = { url: string; projectId: string; adminKey: string; answers: Answers; signal: AbortSignal };

const PAUSE_MS = 250;
/** Longer than the service takes to say that its database is away. */
const LONGEST_ANSWER_MS = 30_000;
/** Answers that a caller may take for "not now"; any other is an error of its own. */
const TRANSIENT = new Set([500, 502, 503]);

/**
 * A caller of the public REST API as every good one is: a request that gets no answer, or one that says "later", is sent again
 * with the same `Idempotency-Key` until it is accepted.
 */
export function createPatientCaller({ url, projectId, adminKey, answers, signal }: CallerOptions): PatientCaller {
  const base = `${url}/v2/agent/${projectId}`;
  const count = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1);

  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { Authorization: `Bearer ${adminKey}`, "Content-Type": "application/json", ...init.headers };
    const response = await fetch(`${base}${path}`, { signal, ...init, headers });
    count(String(response.status));
    return response;
  };

  /** Reads the body inside the loop: an answer that breaks off in the middle is none. */
  const untilAnswered = async (path: string, init: RequestInit = {}): Promise<AgentJob> => {
    for (;;) {
      signal.throwIfAborted();
      try {
        const late = AbortSignal.timeout(LONGEST_ANSWER_MS);
        const response = await call(path, { ...init, signal: AbortSignal.any([signal, late]) });
        const body: unknown = await response.json();
        if (response.ok) return AgentJob.parse(body);
        if (!isTransient(response.status, body)) {
          throw new RefusedCall(`${init.method ?? "GET"} ${path} answered ${response.status}: ${JSON.stringify(body)}`);
        }
      } catch (error) {
        if (signal.aborted || error instanceof RefusedCall) throw error;
        count(reasonOf(error));
      }
      await wait(PAUSE_MS, undefined, { signal });
    }
  };

  const post = (path: string, prompt: string, key: string) =>
    untilAnswered(path, { method: "POST", body: JSON.stringify({ prompt }), headers: { "Idempotency-Key": key } });
  return {
    createJob: (prompt, key) => post("/job", prompt, key),
    sendMessage: (jobId, prompt, key) => post(`/job/${jobId}/message`, prompt, key),
    getJob: (jobId) => untilAnswered(`/job/${jobId}`),
    async *follow(jobId, afterId) {
      const headers = { Accept: "text/event-stream", ...(afterId > 0 ? { "Last-Event-ID": String(afterId) } : {}) };
      const response = await call(`/job/${jobId}/events`, { headers });
      if (!response.ok || !response.body) return;
      for await (const data of readEventStream(response.body)) {
        const event = JobEventMessage.safeParse(JSON.parse(data));
        if (event.success) yield event.data;
      }
    },
  };
}

class RefusedCall extends Error {
  override readonly name = "RefusedCall";
}

function isTransient(status: number, body: unknown): boolean {
  return TRANSIENT.has(status) || (body as { code?: string } | null)?.code === "idempotency_in_progress";
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? (error as Error).name;
}
