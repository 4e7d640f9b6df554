import { execFile } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ApiError, unwrap } from "./api-error.ts";
import { createApiClient } from "./create-api-client.ts";
import { ask, followJob } from "./streams.ts";

const PYTHON = resolve(import.meta.dirname, "../../../clients/python");

/** Runs a script with the Python client. */
async function runPython(source: string, variables: Record<string, string>) {
  const env = { PATH: process.env.PATH, PYTHONPATH: PYTHON, PYTHONDONTWRITEBYTECODE: "1", ...variables };
  return promisify(execFile)("python3", ["-c", source], { env }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new Error("The tests of the Python client need Python 3.9 or later. Install it: `apt-get install python3`.");
  });
}

/** A service that answers as the test says, and counts. */
async function serve(handle: (index: number, ...call: Parameters<RequestListener>) => void) {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    handle(calls, request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const JOB = { id: "job_1", status: "completed", prLink: null };
const busy = { error: "Too many calls.", code: "rate_limited", requestId: "req_1" };

test("both clients wait as long as the service says, and create once under one idempotency key", async () => {
  const keys: unknown[] = [];
  await using server = await serve((index, request, response) => {
    keys.push(request.headers["idempotency-key"]);
    const isFirst = index % 2 === 1;
    response.writeHead(isFirst ? 429 : 200, { "Content-Type": "application/json", "Retry-After": "0" });
    response.end(JSON.stringify(isFirst ? busy : JOB));
  });

  const { stdout } = await runPython(
    "import os; from docsteward import Client; print(Client(os.environ['AT']).create_job('prj_1', 'Fix it')['status'])",
    { AT: server.url },
  );
  expect(stdout.trim()).toBe("completed");
  const { status } = await unwrap(
    createApiClient({ url: server.url }).POST("/v2/agent/{projectId}/job", {
      params: { path: { projectId: "prj_1" }, header: { "Idempotency-Key": "once" } },
      body: { prompt: "Fix it" },
    }),
  );
  expect(status).toBe("completed");
  expect(keys).toEqual([expect.any(String), keys[0], "once", "once"]);
});

test("what lasts too long is an error with its code, and a call that may have been done is not repeated", async () => {
  await using limited = await serve((_index, _request, response) => {
    response.writeHead(429, { "Content-Type": "application/problem+json", "Retry-After": "3600" });
    response.end(JSON.stringify(busy));
  });
  await using lost = await serve((_index, request) => void request.socket.destroy());
  const path = { projectId: "prj_1", id: "job_1" };

  const failed = await unwrap(
    createApiClient({ url: limited.url }).GET("/v2/agent/{projectId}/job/{id}", { params: { path } }),
  ).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ApiError);
  expect(failed).toMatchObject({ code: "rate_limited", status: 429, retryAfter: 3_600, requestId: "req_1" });
  const cancelling = createApiClient({ url: lost.url, retryDelayMs: 1 }).POST("/v2/agent/{projectId}/job/{id}/cancel", {
    params: { path },
  });
  await expect(cancelling).rejects.toThrow();
  expect(lost.calls()).toBe(1);

  const source = `
import os
from docsteward import Client, ConnectionFailed, RateLimited
try:
    Client(os.environ["LIMITED"]).get_job("prj_1", "job_1")
except RateLimited as error:
    print(error.code, error.retry_after, error.request_id)
try:
    Client(os.environ["LOST"]).cancel_job("prj_1", "job_1")
except ConnectionFailed as error:
    print("lost")
`;
  const { stdout } = await runPython(source, { LIMITED: limited.url, LOST: lost.url });
  expect(stdout).toBe("rate_limited 3600.0 req_1\nlost\n");
  expect(limited.calls()).toBe(2);
  expect(lost.calls()).toBe(2);
});

test("a job is followed over a lost connection, each event once, and a failed answer is an error", async () => {
  const asked: unknown[] = [];
  await using server = await serve((_index, { url = "", headers }, response) => {
    if (url.endsWith("/events")) {
      const last = Number(headers["last-event-id"] ?? 0);
      asked.push(last);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      const send = (id: number) => `id: ${id}\ndata: ${JSON.stringify({ id, type: "note", text: `größe ${id}` })}\n\n`;
      response.write(`retry: 10\n\n: ping\n\n${send(last + 1)}`, () =>
        last === 0 ? response.destroy() : response.end(),
      );
    } else if (url.endsWith("/message")) {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.end(
        'data: {"type":"start","messageId":"msg_1"}\n\ndata: {"type":"error","errorText":"The model failed."}\n\n',
      );
    } else response.end(JSON.stringify(JOB));
  });
  const source = `
import os
from docsteward import Client, StreamFailed
client = Client(os.environ["AT"])
print([event["text"] for event in client.follow_job("prj_1", "job_1")])
try:
    client.ask("acme-docs", "How?").read()
except StreamFailed as error:
    print(error)
`;
  const { stdout } = await runPython(source, { AT: server.url });
  expect(stdout).toBe("['größe 1', 'größe 2']\nThe model failed.\n");
  expect(asked).toEqual([0, 1]);

  const client = createApiClient({ url: server.url, retryDelayMs: 1 });
  const texts: string[] = [];
  for await (const { text } of followJob(client, { projectId: "prj_1", id: "job_1", intervalMs: 1 })) texts.push(text);
  expect(texts).toEqual(["größe 1", "größe 2"]);
  const chunks = ask(client, { domain: "acme-docs", fp: "anonymous", question: "How?" });
  await expect(chunks.next().then(() => chunks.next())).rejects.toThrow("The model failed.");
});
