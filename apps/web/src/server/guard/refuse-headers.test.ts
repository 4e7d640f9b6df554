import "../../testing/test-app.ts";
import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Problem } from "@docsteward/contract/problem";
import { leastCpuMs } from "@docsteward/platform/testing-cpu";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bearerTokenOf } from "../http/authenticate.ts";
import { readJson } from "../http/request-body.ts";
import { SERVER_LIMITS } from "../http-server.ts";
import { guardRequest } from "./guard-request.ts";

const RULES = { baseUrl: undefined, isDev: false, gitHubUrl: "https://github.test", isTrustedProxy: () => true };
const CHARACTERS = ["\t", " ", ",", ";", '"', "a,", "a; ", '="'];
const HEADERS = [
  "Content-Type",
  "Accept",
  "Accept-Language",
  "Authorization",
  "Origin",
  "Idempotency-Key",
  "Last-Event-ID",
  "If-None-Match",
  "Forwarded",
  "X-Forwarded-For",
  "Range",
  "Cookie",
  "User-Agent",
  "MCP-Protocol-Version",
  "Mcp-Session-Id",
  "Access-Control-Request-Headers",
  "X-Anything",
];
const LENGTH = 15_500;

let server: Server;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const passed: string[] = [];
beforeAll(async () => {
  server = createServer(SERVER_LIMITS, (incoming, response) => {
    if (!guardRequest(incoming, response, RULES)) return;
    passed.push(incoming.url ?? "");
    response.end("passed");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

async function send(headers: Record<string, string>, path = "/v2/agent/x/job") {
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ host: "127.0.0.1", port, method: "POST", path, headers, agent, setHost: false });
  outgoing.end();
  const [response] = await once(outgoing, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode as number, type: response.headers["content-type"], text };
}

const host = { Host: "localhost" };
const longOf = (unit: string) => `a${unit.repeat(LENGTH / unit.length - 2)}b`;

/**
 * How many times as much CPU one piece of work takes as another, at best: whatever else the machine does falls into one try or the next.
 *
 * @param enough a ratio below it ends the search
 */
async function leastRatio(work: () => Promise<unknown>, other: () => Promise<unknown>, enough: number) {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 10 && least >= enough; attempt += 1) {
    const one = { enoughMs: Number.POSITIVE_INFINITY };
    const otherMs = await leastCpuMs(other, one);
    least = Math.min(least, (await leastCpuMs(work, one)) / otherMs);
  }
  return least;
}

test.each(HEADERS)("%s of 15,500 characters is refused by name, before anything reads it", async (name) => {
  for (const unit of CHARACTERS) {
    const answer = await send({ ...host, [name]: longOf(unit) });

    expect(answer.type).toBe("application/problem+json");
    expect(Problem.parse(JSON.parse(answer.text))).toMatchObject({
      status: 400,
      code: "invalid_request",
      error: expect.stringContaining(`The header ${name.toLowerCase()} has `),
    });
  }
  expect(passed).toEqual([]);
});

test("no header costs more than three times the CPU of a request that is plainly refused", async () => {
  const rounds = 4;
  const requests = rounds * CHARACTERS.length;
  // A request of the same size that is refused for something else: bytes on a socket cost the same in both.
  const plain = Object.fromEntries(["a", "b", "c", "d"].map((letter) => [`x-${letter}`, letter.repeat(LENGTH / 4)]));
  const refuse = async () => {
    for (let index = 0; index < requests; index += 1) await send({ ...host, ...plain }, "/v2/%zz");
  };
  await refuse();

  for (const name of HEADERS) {
    const refuseHeader = async () => {
      for (let index = 0; index < rounds; index += 1) {
        for (const unit of CHARACTERS) await send({ ...host, [name]: longOf(unit) });
      }
    };
    expect(await leastRatio(refuseHeader, refuse, 3), name).toBeLessThan(3);
  }
});

test("more than a hundred headers are refused, and those that a browser sends are not", async () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-${index}`, "1"]));

  expect(JSON.parse((await send({ ...host, ...many })).text)).toMatchObject({
    code: "invalid_request",
    error: expect.stringContaining("headers; send at most 100."),
  });
  const browser = {
    ...host,
    Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8".repeat(3),
    "Accept-Language": "de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7,fr;q=0.6",
    "Content-Type": 'application/json; charset="utf-8"',
    Authorization: `Bearer svc_${"a".repeat(60)}`,
    Cookie: `docsteward.session_token=${"a".repeat(3_900)}`,
    "User-Agent":
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "X-Forwarded-For": "203.0.113.7, 198.51.100.1, 10.0.0.1",
    "If-None-Match": `W/"${"a".repeat(22)}"`,
  };
  expect((await send(browser)).text).toBe("passed");
});

test("a media type and a token of any length are read in time that grows with their length alone", async () => {
  const read = async (length: number) => {
    for (const unit of CHARACTERS) {
      const value = unit.repeat(length / unit.length);
      bearerTokenOf(`Bearer ${value}x`);
      const headers = { "Content-Type": `application/json;charset=${value}x` };
      await readJson(new Request("http://localhost/", { method: "POST", headers, body: "{}" }), 1_000).catch(
        () => null,
      );
    }
  };
  await read(10_000);

  const long = () => read(400_000);
  expect(await leastRatio(long, () => read(40_000), 40)).toBeLessThan(40);
});
