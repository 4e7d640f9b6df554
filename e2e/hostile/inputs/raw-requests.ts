import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { HostileTenant } from "../hostile-tenant.ts";
import type { HostileInput } from "./input.ts";

/** Bytes as a socket takes them, with CRLF at the end of each line of the head. */
type Raw = { bytes: Buffer; times?: number /** How long an answer is waited for. */; waitMs?: number };

const WAIT_MS = 2_000;
const TIMES = 4;
const ZEROS = Buffer.alloc(20_000_000, 48);
const DEEP = 100_000;

/** Requests that no client library sends: framing, heads, bodies, addresses and streams as a socket lets one write them. */
export function hostileRawRequests(): HostileInput[] {
  return [
    rowOf("framing", FRAMINGS, (tenant, head) => join(tenant, "POST /v2/x HTTP/1.1", head, "5\r\nhello\r\n0\r\n\r\n")),
    rowOf("first line", FIRST_LINES, (tenant, line) => join(tenant, line)),
    rowOf("head", HEADS, (tenant, head) => join(tenant, "GET /sign-in HTTP/1.1", head)),
    rowOf("address", ADDRESSES, (tenant, path) => join(tenant, `GET ${path} HTTP/1.1`)),
    ...Object.entries(BODIES).map(([name, { body, headers = [] }]) =>
      rawInput(
        `raw body: ${name}`,
        Object.values(TAKERS).map((at) => (tenant) => ({ bytes: post(tenant, at(tenant), body(), headers) })),
      ),
    ),
    ...["/healthz", "/v2/agent/x/jobs", "/sign-in"].map((path) =>
      rawInput(`pipeline: 1,000 of ${path}`, [
        (tenant) => ({
          bytes: Buffer.concat(Array.from({ length: 1_000 }, () => join(tenant, `GET ${path} HTTP/1.1`, [], ""))),
          times: 1,
          waitMs: 15_000,
        }),
      ]),
    ),
    streamInput("stream: 500 of one key", 500, true),
    streamInput("stream: 90 that nobody reads", 90, false),
  ];
}

/** One row for all requests of a kind: each is tried, and what the row costs shows whether one of them is dear. */
function rowOf<T>(
  kind: string,
  forms: Record<string, T>,
  write: (tenant: HostileTenant, form: T) => Buffer,
): HostileInput {
  const all = Object.values(forms);
  return rawInput(
    `${kind}: ${all.length} forms`,
    all.map((form) => (tenant) => ({ bytes: write(tenant, form) })),
  );
}

const FRAMINGS: Record<string, string[]> = {
  "length and chunks": ["Content-Length: 4", "Transfer-Encoding: chunked"],
  "two lengths": ["Content-Length: 4", "Content-Length: 5"],
  "a list of lengths": ["Content-Length: 5, 5"],
  "a negative length": ["Content-Length: -5"],
  "a signed length": ["Content-Length: +5"],
  "a length beyond 2^64": ["Content-Length: 99999999999999999999"],
  "a length in hexadecimal": ["Content-Length: 0x5"],
  "an unknown coding": ["Transfer-Encoding: xchunked"],
  "chunks that are no last coding": ["Transfer-Encoding: chunked, identity"],
  "a space before the colon": ["Transfer-Encoding : chunked"],
  "a folded header": ["Transfer-Encoding:", " chunked"],
  "a tab in the coding": ["Transfer-Encoding:\tchunked", "Content-Length: 4"],
};

const FIRST_LINES: Record<string, string> = {
  "an unknown method": "BREW /sign-in HTTP/1.1",
  "a method of 10 kB": `${"A".repeat(10_000)} / HTTP/1.1`,
  "HTTP/1.0": "GET /sign-in HTTP/1.0",
  "HTTP/0.9": "GET /sign-in",
  "HTTP/2 by its preface": "PRI * HTTP/2.0",
  "HTTP/9.9": "GET /sign-in HTTP/9.9",
  TRACE: "TRACE /sign-in HTTP/1.1",
  CONNECT: "CONNECT example.com:443 HTTP/1.1",
  "a TLS hello": "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001",
  "1 MB": `GET /${"a".repeat(1_000_000)} HTTP/1.1`,
  "a whole address": "GET http://169.254.169.254/latest/meta-data HTTP/1.1",
  "a star": "OPTIONS * HTTP/1.1",
};

const HEADS: Record<string, string[]> = {
  "1,900 headers": Array.from({ length: 1_900 }, (_, index) => `a${index % 10}: 1`),
  "10,000 headers": Array.from({ length: 10_000 }, () => "a: 1"),
  "one header of 1 MB": [`a: ${"a".repeat(1_000_000)}`],
  "a NUL in a name": ["a\0b: 1"],
  "high bytes in a name": ["\u00e4\u00f6: 1"],
  "a space in a name": ["a b: 1"],
  "an empty name": [": 1"],
  "line feeds alone": ["a: 1\nb: 2\n\nGET / HTTP/1.1"],
  "a return alone": ["a: 1\rb: 2"],
  "8 kB of cookies": [
    `Cookie: ${Array.from({ length: 800 }, (_, index) => `c${index}=a`)
      .join("; ")
      .slice(0, 8_000)}`,
  ],
  "a forged session": [`Cookie: docsteward.session_token=${"a".repeat(32)}.${"b".repeat(44)}`],
  "a range of many parts": [`Range: bytes=${"0-,".repeat(80)}0-`],
  "a list of tags": [`If-None-Match: ${'"a",'.repeat(200)}"a"`],
  "languages by the hundred": [`Accept-Language: ${"de-DE-x;q=0.1,".repeat(36)}en`],
  "a state of the router": [`RSC: 1`, `Next-Router-State-Tree: ${encodeURIComponent("[".repeat(2_600))}`],
  "a state of the router that fits": [
    "RSC: 1",
    `Next-Router-State-Tree: ${encodeURIComponent(`${'["",{"children":'.repeat(80)}["",{}]${"}]".repeat(80)}`).slice(0, 8_000)}`,
  ],
  "two hosts": ["Host: elsewhere.example"],
  "an upgrade": ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: eA==", "Sec-WebSocket-Version: 13"],
  "an upgrade to HTTP/2": ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"],
  "an expectation": ["Expect: 100-continue"],
  "an unknown expectation": ["Expect: the-spanish-inquisition"],
};

const ADDRESSES: Record<string, string> = {
  "dots in escapes": `/${"%2e%2e/".repeat(2_000)}etc/passwd`,
  "dots below the API": "/v2/agent/%2e%2e/%2e%2e/acme",
  "a NUL": "/v2/agent/%00/jobs",
  "slashes by the thousand": `/${"/".repeat(14_000)}`,
  backslashes: `/${"\\..\\".repeat(3_000)}`,
  "escapes by the thousand": `/${"%F0%9F%92%A5".repeat(1_100)}`,
  "10,000 parameters": `/sign-in?${"a&".repeat(7_000)}`,
  "parameters with brackets": `/v2/agent/x/jobs?${"a[b]".repeat(3_500)}`,
  "60 kB of a query": `/sign-in?next=${"a".repeat(60_000)}`,
  "a next page of 15 kB": `/sign-in?next=${encodeURIComponent("/a?").repeat(1_500)}`,
  "an invitation of 15 kB": `/invite/${"a".repeat(15_000)}`,
  "a callback of 15 kB": `/api/auth/callback/github?code=${"a".repeat(7_000)}&state=${"b".repeat(7_000)}`,
  "a batch of 1,400 calls": `/api/trpc/${"session.me,".repeat(1_400)}session.me?batch=1`,
  "a call of brackets": `/api/trpc/session.me?input=${"[".repeat(15_000)}`,
  "a call of __proto__": `/api/trpc/__proto__.constructor${".constructor".repeat(1_000)}`,
  "a picture": "/_next/image?url=%2Ficon.svg&w=3840&q=100",
  "a file of the build": "/_next/static/..%2f..%2fpackage.json",
  "data of a page": "/_next/data/x/sign-in.json",
  "the document of the API": "/openapi.json",
  "a page that is not there": `/${"a/".repeat(7_000)}`,
};

type Body = { body: () => string | Buffer; headers?: string[] };

const BODIES: Record<string, Body> = {
  "depth 100,000 of lists": { body: () => `${"[".repeat(DEEP)}${"]".repeat(DEEP)}` },
  "depth 100,000 of objects": { body: () => `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}` },
  "490,000 numbers": { body: () => `[${"1,".repeat(490_000)}1]` },
  "90,000 names": { body: () => `{${Array.from({ length: 90_000 }, (_, index) => `"${index}":1`).join(",")}}` },
  "the same name 160,000 times": { body: () => `{${'"a":1,'.repeat(160_000)}"a":1}` },
  "a number of 900,000 digits": { body: () => `{"email":${"9".repeat(900_000)}}` },
  __proto__: { body: () => '{"__proto__":{"email":"a"},"constructor":{"prototype":{"admin":true}}}' },
  "no UTF-8": { body: () => Buffer.from([0x22, 0xff, 0xfe, 0x22]) },
  "half a character": { body: () => '{"email":"\\ud800","password":"\\u0000"}' },
  "a text of 900,000 escapes": { body: () => `{"email":"${"\\u0041".repeat(150_000)}"}` },
  "20 MB in gzip": { body: () => gzipSync(ZEROS), headers: ["Content-Encoding: gzip"] },
  "20 MB in deflate": { body: () => deflateSync(ZEROS), headers: ["Content-Encoding: deflate"] },
  "20 MB in br": { body: () => brotliCompressSync(ZEROS), headers: ["Content-Encoding: br"] },
  "10,000 parts of a form": {
    body: () => `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(10_000)}--x--\r\n`,
    headers: ["Content-Type: multipart/form-data; boundary=x"],
  },
  "an action of Next": {
    body: () =>
      `${'--x\r\nContent-Disposition: form-data; name="1_$ACTION_ID_x"\r\n\r\n[1]\r\n'.repeat(5_000)}--x--\r\n`,
    headers: ["Content-Type: multipart/form-data; boundary=x", `Next-Action: ${"a".repeat(42)}`],
  },
  "4.9 MB": { body: () => Buffer.alloc(4_900_000, 97) },
};

/** Where bodies go: without a key, and with one. */
const TAKERS: Record<string, (tenant: HostileTenant) => { path: string; headers: string[] }> = {
  "sign-in": () => ({ path: "/api/trpc/session.signIn", headers: [] }),
  event: () => ({
    path: "/api/github/webhooks",
    headers: ["X-GitHub-Event: push", "X-GitHub-Delivery: a", `X-Hub-Signature-256: sha256=${"0".repeat(64)}`],
  }),
  page: () => ({ path: "/sign-in", headers: [] }),
  API: ({ home }) => ({
    path: `/v2/agent/${home.ctx.project.id}/job`,
    headers: [`Authorization: Bearer ${home.adminKey}`],
  }),
  MCP: ({ home }) => ({ path: `/mcp/${home.domain}`, headers: [`Authorization: Bearer ${home.assistantKey}`] }),
};

type Maker = (tenant: HostileTenant) => Raw;

function rawInput(name: string, makers: Maker[]): HostileInput {
  return {
    name,
    bytes: 10_000 * makers.length,
    send: async (tenant, signal) => {
      const outcomes: string[] = [];
      for (const make of makers) {
        signal.throwIfAborted();
        const { bytes, times = TIMES, waitMs = WAIT_MS } = make(tenant);
        const answers = Array.from({ length: times }, () => write(tenant, bytes, { waitMs, signal }));
        outcomes.push(...(await Promise.all(answers)));
      }
      return tally(outcomes);
    },
  };
}

function tally(answers: string[]): string {
  const found = new Map<string, number>();
  for (const answer of answers) found.set(answer, (found.get(answer) ?? 0) + 1);
  return [...found].map(([answer, times]) => `${answer} ×${times}`).join(", ");
}

function join(tenant: HostileTenant, line: string, head: readonly string[] = [], body = ""): Buffer {
  const { host } = new URL(tenant.url);
  return Buffer.from([line, `Host: ${host}`, ...head, "", body].join("\r\n"), "latin1");
}

function post(
  tenant: HostileTenant,
  at: { path: string; headers: string[] },
  body: string | Buffer,
  headers: string[],
): Buffer {
  const type = headers.some((header) => header.startsWith("Content-Type")) ? [] : ["Content-Type: application/json"];
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = join(tenant, `POST ${at.path} HTTP/1.1`, [...at.headers, ...type, ...headers, length]);
  return Buffer.concat([head, Buffer.from(body)]);
}

type WriteOptions = { waitMs: number; signal: AbortSignal };

/** Writes bytes and waits for the end of the answers, or for a while. @returns the statuses that came, or `closed` or `open` */
function write({ url }: HostileTenant, bytes: Buffer, { waitMs, signal }: WriteOptions): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    let isClosed = false;
    const end = () => {
      clearTimeout(late);
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = ""]) => status);
      const [first] = statuses;
      resolve(first === undefined ? (isClosed ? "closed" : "open") : statuses.length > 1 ? tally(statuses) : first);
    };
    const late = setTimeout(end, waitMs);
    signal.addEventListener("abort", end, { once: true });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      isClosed = true;
      end();
    });
    socket.on("data", (chunk) => {
      const isFirst = text === "";
      text = text.length < 5_000_000 ? text + chunk.toString("latin1") : text;
      // A single answer may leave its connection open: what follows is no longer waited for.
      if (isFirst && waitMs === WAIT_MS) setTimeout(end, 200);
    });
    socket.write(bytes);
  });
}

const STREAM_MS = 4_000;

/** Streams of a job's events, which stay open; read or not. */
function streamInput(name: string, count: number, isRead: boolean): HostileInput {
  return {
    name,
    bytes: count * 200,
    send: async (tenant, signal) => {
      const { project } = tenant.home.ctx;
      const job = await tenant.home.ctx.db.job.findFirst({ where: { projectId: project.id }, select: { id: true } });
      const path = `/v2/agent/${project.id}/job/${job?.id ?? "none"}/events`;
      const bytes = join(tenant, `GET ${path} HTTP/1.1`, [`Authorization: Bearer ${tenant.home.adminKey}`]);
      const { hostname, port } = new URL(tenant.url);
      const sockets = Array.from({ length: count }, () => {
        const socket = connect(Number(port), hostname).on("error", () => undefined);
        if (!isRead) socket.pause();
        socket.write(bytes);
        return socket;
      });
      const answers = sockets.map(
        (socket) =>
          new Promise<string>((resolve) => {
            const late = setTimeout(() => resolve("open"), STREAM_MS);
            signal.addEventListener("abort", () => resolve("open"), { once: true });
            if (!isRead) return;
            socket.once("data", (chunk) => {
              clearTimeout(late);
              resolve(chunk.toString("latin1").slice(9, 12));
            });
          }),
      );
      const outcome = tally(await Promise.all(answers));
      for (const socket of sockets) socket.destroy();
      return outcome;
    },
  };
}
