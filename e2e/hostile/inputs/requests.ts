import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { HostileTenant } from "../hostile-tenant.ts";
import type { HostileInput } from "./input.ts";

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer };

const HEADERS = [
  "content-type",
  "accept",
  "accept-language",
  "authorization",
  "cookie",
  "origin",
  "x-forwarded-for",
  "idempotency-key",
  "last-event-id",
  "if-none-match",
  "user-agent",
  "accept-encoding",
  "forwarded",
  "referer",
  "content-length",
];
const TIMES = 20;

/** What anyone can send without a repository: headers, bodies, batches, questions, calls of tools, and sign-ins. */
export function hostileRequests(): HostileInput[] {
  return [
    ...HEADERS.filter((name) => name !== "content-length").map((name) => headerInput(name, "\t")),
    headerInput("content-type", "\t", "application/json"),
    headerInput("content-type", "\t", "application/json; charset="),
    headerInput("content-type", "\t", "multipart/form-data; boundary="),
    headerInput("content-type", '; a="\\'),
    headerInput("cookie", "a=b; "),
    headerInput("accept", "a/b;q=0.1,"),
    bodyInput("body: 1 MB of one string", (prompt) => ({ prompt }), "a".repeat(990_000)),
    bodyInput("body: 900 kB of spaces as a prompt", (prompt) => ({ prompt }), `${" ".repeat(900_000)}x`),
    rawBody("body: deep JSON", `${"[".repeat(490_000)}${"]".repeat(490_000)}`),
    rawBody("body: deep objects", `${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`),
    rawBody(
      "body: 60,000 fields",
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`f${i}`, 1]))),
    ),
    rawBody("body: 30 MB", Buffer.alloc(30_000_000, 97), 2),
    rawBody("body: numbers of 900,000 digits", `{"prompt":${"9".repeat(900_000)}}`),
    { name: "body: 50 slow ones", bytes: 50 * 200, send: sendSlowBodies },
    questionInput("question: 30,000 letters", "a".repeat(30_000)),
    questionInput("question: 15,000 different words", Array.from({ length: 4_000 }, (_, i) => `w${i}`).join(" ")),
    questionInput("question: spaces", `a${" ".repeat(30_000)}b`),
    questionInput("question: brackets", "[".repeat(30_000)),
    questionInput("question: 20,000 combining marks", `a${"\u0301".repeat(20_000)}`),
    messagesInput(),
    batchInput("batch: 60 lists of jobs", "jobs", 60),
    batchInput("batch: 30 times endInstall", "github.endInstall", 30),
    mcpInput("mcp: search of 30,000 letters", { name: "search", arguments: { query: "ab ".repeat(10_000) } }),
    mcpInput("mcp: page of 900,000 letters", { name: "get_page", arguments: { path: "/a".repeat(450_000) } }),
    { name: "sign-in: 300 wrong passwords", bytes: 300 * 120, send: sendSignIns },
    {
      name: "address: 15 kB of dots",
      bytes: 15_000,
      send: (tenant) => times(TIMES, () => send(tenant, { path: `/${"../".repeat(5_000)}` })),
    },
    { name: "connections: 300 silent ones", bytes: 300, send: sendSilence },
  ];
}

/** @returns the statuses that came, each with how often */
async function times(count: number, one: () => Promise<number | string>): Promise<string> {
  const found = new Map<string, number>();
  const answers = await Promise.all(
    Array.from({ length: count }, () => one().catch((error: { code?: string }) => error.code ?? "broken")),
  );
  for (const answer of answers) found.set(String(answer), (found.get(String(answer)) ?? 0) + 1);
  return [...found].map(([answer, times]) => `${answer} ×${times}`).join(", ");
}

async function send(
  { url }: Pick<HostileTenant, "url">,
  { method = "GET", path, headers, body }: Sent,
): Promise<number> {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, method, path, headers, agent: false, timeout: 30_000 });
  sent.on("timeout", () => sent.destroy());
  // After the answer, too: the service closes a connection whose body it does not want.
  sent.on("error", () => undefined);
  sent.end(body);
  const [response] = await once(sent, "response");
  for await (const _ of response) if (response.destroyed) break;
  return response.statusCode;
}

function headerInput(name: string, piece: string, prefix = "a"): HostileInput {
  const value = `${prefix}${piece.repeat(Math.floor(15_000 / piece.length))}b`;
  return {
    name: `header: ${name} of ${JSON.stringify(prefix + piece)}`,
    bytes: TIMES * value.length,
    send: async (tenant) => {
      const job = jobRequest(tenant, "{}");
      const paths = [job.path, "/api/trpc/session.signIn", "/api/github/webhooks", "/sign-in"];
      const headers = { "content-type": "application/json", [name]: value };
      const requests: Sent[] = [
        { ...job, headers: { ...job.headers, ...headers } },
        ...paths.map((path) => ({ method: "POST", path, headers, body: "{}" })),
      ];
      const outcomes = requests.map((one) => times(TIMES / requests.length, () => send(tenant, one)));
      return (await Promise.all(outcomes)).join(", ");
    },
  };
}

function jobRequest({ home }: HostileTenant, body: string | Buffer): Sent {
  const headers = { authorization: `Bearer ${home.adminKey}`, "content-type": "application/json" };
  return { method: "POST", path: `/v2/agent/${home.ctx.project.id}/job`, headers, body };
}

function bodyInput(name: string, make: (text: string) => object, text: string): HostileInput {
  return rawBody(name, JSON.stringify(make(text)));
}

function rawBody(name: string, body: string | Buffer, count = 5): HostileInput {
  return {
    name,
    bytes: body.length * count,
    send: (tenant) => times(count, () => send(tenant, jobRequest(tenant, body))),
  };
}

/** Connections that send a letter now and then, until they are closed or the time is over. */
function sendSlowBodies(tenant: HostileTenant, signal: AbortSignal): Promise<string> {
  const { hostname, port } = new URL(tenant.url);
  return times(50, async () => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    try {
      socket.write(
        `POST /v2/agent/${tenant.home.ctx.project.id}/job HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${tenant.home.adminKey}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`,
      );
      for (let piece = 0; piece < 20 && !socket.destroyed; piece += 1) {
        socket.write(" ");
        await wait(200, undefined, { signal });
      }
      return socket.destroyed ? "closed" : "open";
    } finally {
      socket.destroy();
    }
  });
}

async function sendSilence({ url }: HostileTenant, signal: AbortSignal): Promise<string> {
  const { hostname, port } = new URL(url);
  return times(300, async () => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    try {
      await wait(3_000, undefined, { signal });
      return socket.destroyed ? "closed" : "open";
    } finally {
      socket.destroy();
    }
  });
}

function questionInput(name: string, text: string): HostileInput {
  return {
    name,
    bytes: text.length * 5,
    send: (tenant) => times(5, () => ask(tenant, [{ id: "1", role: "user", parts: [{ type: "text", text }] }])),
  };
}

function messagesInput(): HostileInput {
  const messages = Array.from({ length: 90 }, (_, index) => ({
    id: String(index),
    role: index % 2 === 0 ? "user" : "assistant",
    parts: Array.from({ length: 50 }, () => ({ type: "text", text: "[a](".repeat(40) })),
  })).slice(0, 89);
  return {
    name: "question: 89 messages of 50 parts",
    bytes: JSON.stringify(messages).length * 5,
    send: (tenant) => times(5, () => ask(tenant, messages)),
  };
}

function ask(tenant: HostileTenant, messages: object[]): Promise<number> {
  const headers = { authorization: `Bearer ${tenant.home.assistantKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ fp: "anonymous", messages });
  return send(tenant, { method: "POST", path: `/discovery/v2/assistant/${tenant.home.domain}/message`, headers, body });
}

function batchInput(name: string, procedure: string, count: number): HostileInput {
  const isQuery = procedure === "jobs";
  const one = isQuery ? "job.list" : procedure;
  return {
    name,
    bytes: count * 80,
    send: (tenant) => {
      const { organization, project } = tenant.home.ctx;
      const input = isQuery ? { org: organization.slug, domain: project.domain, archived: false } : { state: null };
      const inputs = JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index, input])));
      const path = `/api/trpc/${Array.from({ length: count }, () => one).join(",")}?batch=1`;
      const headers = { cookie: tenant.cookie, "content-type": "application/json" };
      return times(3, () =>
        isQuery
          ? send(tenant, { path: `${path}&input=${encodeURIComponent(inputs)}`, headers })
          : send(tenant, { method: "POST", path, headers, body: inputs }),
      );
    },
  };
}

function mcpInput(name: string, params: object): HostileInput {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return {
    name,
    bytes: body.length * 5,
    send: (tenant) => {
      const headers = {
        authorization: `Bearer ${tenant.home.assistantKey}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      return times(5, () => send(tenant, { method: "POST", path: `/mcp/${tenant.home.domain}`, headers, body }));
    },
  };
}

function sendSignIns(tenant: HostileTenant): Promise<string> {
  const headers = { "content-type": "application/json" };
  let index = 0;
  return times(300, () => {
    index += 1;
    const body = JSON.stringify({ email: `person${index % 30}@example.com`, password: "not the password at all" });
    return send(tenant, { method: "POST", path: "/api/trpc/session.signIn", headers, body });
  });
}
