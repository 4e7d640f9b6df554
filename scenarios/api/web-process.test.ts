// Long, because one web process, which takes seconds to start, answers all of these tests.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { Problem } from "@docsteward/contract/problem";
import { makeRepository } from "@docsteward/git/testing";
import { reply } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { type CollectedSpan, startCollector } from "@docsteward/platform/telemetry/testing-collector";
import type { ProjectContext } from "@docsteward/services/context";
import { createJob } from "@docsteward/services/job/create";
import { sendMessage } from "@docsteward/services/job/send-message";
import { cancelJob } from "@docsteward/services/job/stop";
import { revokeKey, updateKey } from "@docsteward/services/key/key";
import { setLimit } from "@docsteward/services/limit/quotas";
import { seedSite } from "@docsteward/services/site/testing-site";
import { createTestServices, seedJob, seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { createWebhook } from "@docsteward/services/webhook/endpoints";
import { startReceiver } from "@docsteward/services/webhook/testing-receiver";
import { type Ask, ask as askPort, ensureBuilt, startWeb } from "@docsteward/web/testing/web-process";
import { PAGES } from "@docsteward/worker/testing/worker";
import { startWorkerProcess } from "@docsteward/worker/testing/worker-process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openGate } from "./gate.ts";

const METRICS_TOKEN = "collector-of-metrics";

let services: TestServices;
let ctx: ProjectContext;
let key: string;
let web: ReturnType<typeof startWeb> | undefined;
let port: number;
let collector: Awaited<ReturnType<typeof startCollector>>;
beforeAll(async () => {
  await ensureBuilt();
  collector = await startCollector();
  services = await createTestServices();
  ctx = await seedProject(services);
  key = (await seedKey(ctx)).token;
  web = startWeb({
    ...variables(),
    METRICS_TOKEN,
    LOG_LEVEL: "info",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_METRIC_EXPORT_INTERVAL: "500",
  });
  ({ port } = await web.ready);
}, 600_000);
afterAll(async () => {
  web?.child.kill("SIGKILL");
  await web?.exited;
  await services.close();
  await collector[Symbol.asyncDispose]();
});

const variables = () => ({
  DATABASE_URL: services.databaseUrl,
  DATA_DIR: services.dataDir,
  KEY_SECRET: services.keySecret,
  // The test stands where a proxy would.
  TRUSTED_PROXIES: "127.0.0.0/8, 10.0.0.0/8",
});
const auth = (token = key) => ({ authorization: `Bearer ${token}` });
const ask = (what: Partial<Ask> = {}) => askPort(port, { path: jobsPath(), headers: auth(), ...what });
const jobsPath = () => `/v2/agent/${ctx.project.id}/jobs`;
const jobPath = (rest = "") => `/v2/agent/${ctx.project.id}/job${rest}`;
const codeOf = ({ text }: { text: string }) => Problem.parse(JSON.parse(text)).code;

/** Sends a request and gives its answer's bytes as they came. */
async function askRaw(path: string, headers: Record<string, string>, body?: object) {
  const type = body ? { "content-type": "application/json" } : {};
  const method = body ? "POST" : "GET";
  const sent = request({ host: "127.0.0.1", port, path, method, headers: { ...auth(), ...type, ...headers } });
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, "response");
  return response as IncomingMessage;
}

describe("a key that changes elsewhere", () => {
  test("is refused by a process that knew it, within the promised 10 seconds", async () => {
    const { token, id } = await seedKey(ctx);
    expect((await ask({ headers: auth(token) })).status).toBe(200);

    await revokeKey(ctx, { id });

    const refusal = async () => (await ask({ headers: auth(token) })).status;
    await expect.poll(refusal, { interval: 20 }).toBe(401);
  });

  test("gets its new permissions, too", async () => {
    const { token, id } = await seedKey(ctx, { scopes: ["write"] });
    expect((await ask({ headers: auth(token) })).status).toBe(403);

    await updateKey(ctx, { id, scopes: ["read", "write"] });

    await expect.poll(async () => (await ask({ headers: auth(token) })).status).toBe(200);
  });
});

test("of concurrent calls to two processes exactly as many pass as the limit allows", async () => {
  const other = startWeb(variables());
  const ports = [port, (await other.ready).port];
  const callAtOnce = async () => {
    const limited = await seedProject(services);
    const { id } = limited.project;
    await setLimit(limited, { name: "agent-hour", quota: 50 });
    const headers = { ...auth((await seedKey(limited)).token), "content-type": "application/json" };
    const create = { method: "POST", path: `/v2/agent/${id}/job`, headers, body: '{"prompt":"Fix the typo"}' };
    // A process that has too much to do says so before a call counts. It is made again.
    const call = async (at: number) => {
      for (;;) {
        const answer = await askPort(ports[at % 2] ?? port, create);
        if (answer.status !== 503) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 80 }, (_, at) => call(at)));
    const countOf = (status: number) => answers.filter((answer) => answer.status === status).length;
    return {
      passed: countOf(200),
      refused: countOf(429),
      others: answers
        .filter(({ status }) => status !== 200 && status !== 429)
        .map(({ status, text }) => `${status} ${text}`),
      jobs: await services.db.job.count({ where: { projectId: id } }),
    };
  };

  // A limit counts anew with each hour of the clock: calls on both sides of its turn say nothing.
  const hour = () => Math.floor(Date.now() / 3_600_000);
  let began = hour();
  let seen = await callAtOnce();
  while (hour() !== began) {
    began = hour();
    seen = await callAtOnce();
  }
  other.child.kill("SIGKILL");
  await other.exited;

  // Nothing is sent to a collector there.
  expect(other.said()).not.toContain("OpenTelemetry is loaded");
  expect(seen).toEqual({ passed: 50, refused: 30, others: [], jobs: 50 });
});

test("behind a trusted proxy the caller is the last hop that is none", async () => {
  const bound = auth((await seedKey(ctx, { allowedIps: ["198.51.100.0/24"] })).token);
  const via = (hops: string) => ask({ headers: { ...bound, "x-forwarded-for": hops } });

  expect((await via("198.51.100.7")).status).toBe(200);
  expect((await via("203.0.113.1, 198.51.100.7, 10.0.0.5")).status).toBe(200);
  expect(codeOf(await via("198.51.100.7, 203.0.113.1"))).toBe("ip_not_allowed");
  expect(codeOf(await ask({ headers: bound }))).toBe("ip_not_allowed");
});

describe("what was asked before", () => {
  test("is 304 without a body while it stays the same", async () => {
    const { id } = await seedJob(ctx);
    const path = jobPath(`/${id}`);
    const first = await ask({ path });
    const headers = { ...auth(), "if-none-match": String(first.headers.etag) };

    const again = await ask({ path, headers });
    await cancelJob(ctx, { id });
    const later = await ask({ path, headers });

    expect(again).toMatchObject({ status: 304, text: "" });
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(later.status).toBe(200);
    expect(JSON.parse(later.text)).toMatchObject({ status: "failed" });
  });

  test("HEAD tells the same tag", async () => {
    const { id } = await seedJob(ctx);
    const path = jobPath(`/${id}`);

    const [get, head] = [await ask({ path }), await ask({ path, method: "HEAD" })];

    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers.etag).toBe(get.headers.etag);
  });
});

describe("compression", () => {
  test("is for no stream: neither of version 1 nor of an answer", async () => {
    const gzip = { "accept-encoding": "gzip" };
    await seedSite(ctx, [{ path: "/install", title: "Install", text: "Install it with npm." }]);
    const assistant = { ...gzip, ...auth((await seedKey(ctx, { kind: "assistant" })).token) };
    const question = {
      id: "1",
      role: "user",
      content: "How do I install it?",
      parts: [{ type: "text", text: "How do I install it?" }],
    };
    const body = { fp: "anonymous", messages: [question] };
    const { domain, id } = ctx.project;

    const streams = [
      await askRaw(`/v1/agent/${id}/job`, gzip, { messages: [{ role: "user", content: "Fix the typo" }] }),
      await askRaw(`/discovery/v1/assistant/${domain}/message`, assistant, body),
      await askRaw(`/discovery/v2/assistant/${domain}/message`, assistant, body),
    ];

    for (const { statusCode, headers } of streams) {
      expect(statusCode).toBe(200);
      expect(headers).not.toHaveProperty("content-encoding");
    }
    for (const stream of streams) stream.destroy();
  });

  test("is for JSON", async () => {
    for (let count = 0; count < 8; count += 1) await seedJob(ctx);

    const response = await askRaw(jobsPath(), { "accept-encoding": "gzip" });
    const bytes = Buffer.concat(await response.toArray());

    expect(response.headers["content-encoding"]).toBe("gzip");
    expect(response.headers.vary).toContain("Accept-Encoding");
    expect(JSON.parse(gunzipSync(bytes).toString()).jobs.length).toBeGreaterThan(7);
  });

  test("is never for streams: an event arrives while the stream stays open", async () => {
    const { id } = await seedJob(ctx, { prompt: "compress me ".repeat(300) });

    const response = await askRaw(jobPath(`/${id}/events`), { "accept-encoding": "gzip, br" });
    let text = "";
    for await (const chunk of response) {
      text += chunk;
      if (text.includes("job.created")) break;
    }

    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(response.headers["cache-control"]).toContain("no-transform");
    expect(text).toContain("id: 1\n");
  });
});

describe("a body", () => {
  const post = (headers: Record<string, string>, body = '{"prompt":"Fix it"}') =>
    ask({
      method: "POST",
      path: jobPath(),
      headers: { ...auth(), "content-type": "application/json", ...headers },
      body,
    });

  test.each([
    ["that is compressed", { "content-encoding": "gzip" }],
    ["in another charset", { "content-type": "application/json; charset=latin1" }],
    ["of a form", { "content-type": "multipart/form-data; boundary=x" }],
  ])("%s is refused before it is read", async (_case, headers) => {
    const answer = await post(headers);

    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 415, code: "unsupported_media_type" });
  });

  test("in chunks that is cut short makes no job and does the service no harm", async () => {
    const before = await services.db.job.count();
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const head = ["POST", jobPath(), "HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked"].join(" ");
    socket.write(`${head}\r\nContent-Type: application/json\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    socket.write('40\r\n{"prompt":"Fix');
    // The next answer shows that the server has taken the first piece in.
    expect((await ask()).status).toBe(200);
    socket.destroy();

    expect((await ask()).status).toBe(200);
    expect(await services.db.job.count()).toBe(before);
  });

  test.each(["Transfer-Encoding: chunked\r\nContent-Length: 4", "Content-Length: 4\r\nContent-Length: 5", "X: \u0001"])(
    "with ambiguous framing or headers is refused (%#)",
    async (line) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`POST ${jobPath()} HTTP/1.1\r\nHost: localhost\r\n${line}\r\n\r\nabcd`);
      const [answer] = await once(socket, "data");
      socket.destroy();

      expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );
});

test("every answer forbids to be guessed at, framed or passed on", async () => {
  for (const answer of [await ask(), await ask({ headers: {} }), await ask({ path: "/v2/nothing" })]) {
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-request-id": expect.stringMatching(/^req_/),
    });
    expect(answer.headers["x-powered-by"]).toBeUndefined();
  }
});

test("a caller whose request does not arrive gets an error, and is disconnected", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /healthz HTTP/1.1\r\nHost: local");

  const [answer] = await once(socket, "data");
  await once(socket, "close");

  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
});

describe("a proxy", () => {
  const STREAMS = 200;

  /** Follows a job through a proxy, as often as it takes: a browser tries again, too. */
  async function follow(gatePort: number, { path, headers }: { path: string; headers: Record<string, string> }) {
    for (;;) {
      const sent = request({ host: "127.0.0.1", port: gatePort, path, headers, agent: false }).end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      if (response.statusCode !== 200) {
        response.resume();
        await once(response, "close");
        continue;
      }
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("error", () => undefined);
      return {
        text: () => text,
        closed: new Promise((resolve) => response.once("close", resolve)),
        leave: () => sent.destroy(),
      };
    }
  }

  test("that restarts under 200 streams loses no event, and the cut streams leave their places to new ones", async () => {
    const { id } = await seedJob(ctx);
    const path = jobPath(`/${id}/events`);
    const gate = await openGate({ host: "127.0.0.1", port });
    // As many as two keys may have open: the second round waits for the places of the first.
    const tokens = [(await seedKey(ctx)).token, (await seedKey(ctx)).token];
    const followAll = (more: Record<string, string> = {}) =>
      Promise.all(
        Array.from({ length: STREAMS }, (_, at) =>
          follow(gate.port, { path, headers: { ...auth(tokens[at % tokens.length]), ...more } }),
        ),
      );
    const countOf = (streams: Awaited<ReturnType<typeof followAll>>, type: string) =>
      streams.filter(({ text }) => text().split(`"type":"${type}"`).length === 2).length;
    const before = await followAll();
    await expect.poll(() => countOf(before, "job.created")).toBe(STREAMS);

    await gate.shut();
    await Promise.all(before.map(({ closed }) => closed));
    await sendMessage(ctx, { id, prompt: "And the title" });
    await gate.reopen();

    const after = await followAll({ "last-event-id": "1" });
    await expect.poll(() => countOf(after, "message.received")).toBe(STREAMS);
    expect(countOf(after, "job.created")).toBe(0);
    for (const { leave } of after) leave();
    await gate.shut();
  });
});

describe("what goes to a collector", () => {
  const SCRIPT = [
    reply.tool("read", { path: "index.mdx" }),
    reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
    reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
  ];
  const RECEIVERS = ["127.0.0.0/8"];

  /** A span and those above it, by their names. */
  function chainOf(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
    const above = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [span.name, ...(above ? chainOf(above, spans) : [])];
  }

  test("a request, its job, the calls of the model, git and the webhook are one trace with their lines of the log, without texts and secrets", async () => {
    const model = await startModelServer(SCRIPT);
    const repository = await makeRepository(PAGES);
    await using receiver = await startReceiver();
    const traced = await seedProject(services, { repository: repository.url, baseRef: repository.branch });
    const open = { ...traced, webhooks: { allowedNetworks: RECEIVERS } };
    await createWebhook(open, { url: receiver.url, events: ["job.completed"] });
    await using worker = await startWorkerProcess(
      { services, model },
      { LOG_LEVEL: "info", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, WEBHOOK_ALLOWED_NETWORKS: RECEIVERS.join() },
    );
    const { token } = await seedKey(traced);
    const traceId = randomBytes(16).toString("hex");
    const above = randomBytes(8).toString("hex");

    const answer = await ask({
      method: "POST",
      path: `/v2/agent/${traced.project.id}/job`,
      headers: { ...auth(token), "content-type": "application/json", traceparent: `00-${traceId}-${above}-01` },
      body: JSON.stringify({ prompt: "Please correct the spelling" }),
    });

    expect(answer.status).toBe(200);
    const spansOf = () => collector.spans.filter((span) => span.traceId === traceId);
    const toWebhook = () => spansOf().find((span) => chainOf(span, spansOf())[1] === "process webhook");
    const toRound = ["process agent", "send agent", "POST /v2/agent/{projectId}/job"];
    // Each process sends its spans when it gets to it: the trace is whole when the last call's chain reaches the first request.
    const webhookChain = () => {
      const span = toWebhook();
      return span && chainOf(span, spansOf());
    };
    await expect.poll(webhookChain).toEqual(["POST", "process webhook", ...toRound]);
    const spans = spansOf();
    const request = spans.find(({ kind }) => kind === 2);
    expect(request).toMatchObject({
      service: "docsteward-web",
      parentSpanId: above,
      name: "POST /v2/agent/{projectId}/job",
      attributes: {
        "http.request.method": "POST",
        "http.route": "/v2/agent/{projectId}/job",
        "http.response.status_code": 200,
        "docsteward.request.id": answer.headers["x-request-id"],
      },
    });
    const chains = spans.map((span) => chainOf(span, spans));
    expect(chains).toContainEqual(toRound);
    // What an index run fetched in the meantime isn't fetched again, so only the push is certain to be the round's.
    expect(chains).toContainEqual(["git push", ...toRound]);
    const calls = spans.filter(({ name }) => name.startsWith("chat "));
    expect(calls.map((span) => chainOf(span, spans).slice(1))).toEqual(model.requests.map(() => toRound));
    expect(calls[0]).toMatchObject({
      service: "docsteward-worker",
      kind: 3,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": "claude-sonnet-4-5",
        "gen_ai.response.finish_reasons": ["tool-calls"],
        "gen_ai.usage.input_tokens": expect.any(Number),
        "gen_ai.usage.output_tokens": expect.any(Number),
      },
    });
    expect(receiver.received[0]?.headers.traceparent).toBe(`00-${traceId}-${toWebhook()?.spanId}-01`);
    expect(model.requests.every(({ headers }) => headers.traceparent === undefined)).toBe(true);
    const requestId = answer.headers["x-request-id"];
    const lines = () => collector.logs.filter((line) => line.attributes.requestId === requestId);
    await expect.poll(() => lines().map(({ body }) => body)).toContain("job completed");
    await expect.poll(() => lines().map(({ body }) => body)).toContain("request answered");
    expect(lines().find(({ body }) => body === "request answered")).toMatchObject({
      service: "docsteward-web",
      severityText: "info",
      traceId,
      spanId: request?.spanId,
      attributes: { method: "POST", status: 200 },
    });
    expect(lines().find(({ body }) => body === "job completed")).toMatchObject({
      service: "docsteward-worker",
      traceId,
      attributes: { jobId: JSON.parse(answer.text).id },
    });
    const sent = JSON.stringify([spans, collector.logs]);
    for (const hidden of ["spelling", "recieve", token, "test-key", repository.url, receiver.url])
      expect(sent).not.toContain(hidden);
    expect(worker.said()).toContain("OpenTelemetry is loaded: sdk-logs");
    // Metrics are exported by web processes, for the workers too.
    expect(worker.said()).not.toContain("exporter-metrics");
    await model.close();
    await repository.remove();
  });

  test("metrics are those of /metrics", async () => {
    // Without an entry in a queue, there is no number of them to send.
    await createJob(await seedProject(services), { prompt: "p" });
    await ask();
    const text = async () => (await ask({ path: "/metrics", headers: auth(METRICS_TOKEN) })).text;
    const calls = 'docsteward_http_call_duration_seconds_count{operation="listAgentJobs",status="200"}';
    const labels = { operation: "listAgentJobs", status: "200" };
    const collected = () =>
      collector.points.findLast(
        (point) => point.name.endsWith("_duration_seconds_count") && isDeepStrictEqual(point.labels, labels),
      );

    const counted = Number(
      (await text())
        .split("\n")
        .find((line) => line.startsWith(calls))
        ?.slice(calls.length),
    );
    expect(counted).toBeGreaterThan(0);
    await expect.poll(() => collected()?.value).toBe(counted);
    expect(collected()?.service).toBe("docsteward-web");
    const names = () => new Set(collector.points.map(({ name }) => name));
    // Where nothing was measured, there is no number to send. What runs in the process, and what was collected of it, changes.
    const samples = (await text()).split("\n").filter((line) => /^\w/.test(line) && !/ Nan$|_active_|_gc_/.test(line));
    const shown = new Set(samples.map((line) => line.split(/[{ ]/, 1)[0] ?? ""));
    await expect.poll(() => [...shown.difference(names())]).toEqual([]);
    expect(shown).toContain("docsteward_queue_entries");
    expect(web?.said()).toContain("OpenTelemetry is loaded: exporter-metrics-otlp-http");
  });

  test("a process that ends sends its last metrics and lines, and one whose collector is away ends, too", async () => {
    await using last = await startCollector();
    const gone = await startCollector();
    await gone[Symbol.asyncDispose]();
    const endpoints = { ending: last.url, left: gone.url };
    const ended = await Promise.all(
      Object.values(endpoints).map(async (url) => {
        const process = startWeb({ ...variables(), LOG_LEVEL: "info", OTEL_EXPORTER_OTLP_ENDPOINT: url });
        const answer = await askPort((await process.ready).port, {
          path: jobsPath(),
          headers: { ...auth(), connection: "close" },
        });
        process.child.kill("SIGTERM");
        return { status: answer.status, exited: await process.exited };
      }),
    );

    expect(ended).toMatchObject([
      { status: 200, exited: { code: 0 } },
      { status: 200, exited: { code: 0 } },
    ]);
    expect(last.points).toContainEqual({
      service: "docsteward-web",
      name: "docsteward_http_call_duration_seconds_count",
      labels: { operation: "listAgentJobs", status: "200" },
      value: 1,
    });
    expect(last.logs.map(({ body }) => body)).toContain("request answered");
  });

  test("a request with a query is a trace that doesn't hold it, and probes are none", async () => {
    const path = `${jobsPath()}?limit=7`;
    await ask({ path: "/readyz" });

    await ask({ path });

    const named = () => collector.spans.filter(({ name }) => name === "GET /v2/agent/{projectId}/jobs");
    await expect.poll(() => named().length).toBeGreaterThan(0);
    expect(JSON.stringify(collector.spans)).not.toContain("limit=7");
    expect(JSON.stringify(collector.spans)).not.toContain("/readyz");
  });
});
