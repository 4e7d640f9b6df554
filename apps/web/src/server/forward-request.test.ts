import { once } from "node:events";
import { Agent, createServer, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { ownerOf } from "./callers.ts";
import { CALLER_HEADER, forwardRequest, SECRET_HEADER, type Target } from "./forward-request.ts";

let stack = new AsyncDisposableStack();
afterEach(async () => {
  await stack.disposeAsync();
  stack = new AsyncDisposableStack();
});

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A process in front of another one. @returns its port */
async function openFront(behind: RequestListener | null): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  stack.defer(() => agent.destroy());
  const target: Target | null = behind === null ? null : { port: await serve(behind), agent, secret: "secret" };
  return serve((given, response) => {
    given.headers["x-request-id"] = "req_1";
    response.setHeader("x-from-front", "yes");
    forwardRequest(given, response, target);
  });
}

const post = { method: "POST", headers: { "content-type": "text/plain" } };

describe("a request that another process answers", () => {
  test("has its body, its headers and the secret there, and its answer here", async () => {
    const port = await openFront(async (given, response) => {
      let body = "";
      for await (const chunk of given.setEncoding("utf8")) body += chunk;
      const { [SECRET_HEADER]: secret, "x-request-id": id, "content-type": type } = given.headers;
      response.writeHead(201, { "content-type": "application/json", "set-cookie": ["a=1", "b=2"] });
      response.end(JSON.stringify({ url: given.url, method: given.method, body, secret, id, type }));
    });

    const answer = await fetch(`http://127.0.0.1:${port}/v2/job?a=%20b`, { ...post, body: "é".repeat(300_000) });

    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("x-from-front")).toBe("yes");
    expect(await answer.json()).toEqual({
      ...{ url: "/v2/job?a=%20b", method: "POST", body: "é".repeat(300_000) },
      ...{ secret: "secret", id: "req_1", type: "text/plain" },
    });
  });

  test("has the head and each piece of a stream when they come", async () => {
    let send: (text: string) => void = () => undefined;
    const port = await openFront((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      send = (text) => void response.write(text);
    });

    const { body, headers } = await fetch(`http://127.0.0.1:${port}/`);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();

    expect(headers.get("content-type")).toBe("text/event-stream");
    send("one");
    expect((await reader?.read())?.value).toBe("one");
    send("two");
    expect((await reader?.read())?.value).toBe("two");
    await reader?.cancel();
  });

  test("ends there when its caller leaves", async () => {
    const left = Promise.withResolvers<void>();
    const port = await openFront((_, response) => {
      response.on("close", left.resolve);
      response.write("a");
    });
    const leaving = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: leaving.signal });

    leaving.abort();
    await left.promise;

    await expect(answer.text()).rejects.toThrow("abort");
  });

  test("that is refused before its body has come has that answer", async () => {
    const port = await openFront((_, response) => {
      response.writeHead(413, { connection: "close" }).end("too large");
    });
    const sent = request({ port, host: "127.0.0.1", method: "POST", headers: { "content-length": 5_000_000 } });
    sent.on("error", () => undefined);
    sent.write("a".repeat(1_000));
    const [answer] = await once(sent, "response");
    let text = "";
    for await (const chunk of answer) text += chunk;

    expect([answer.statusCode, answer.headers.connection, text]).toEqual([413, "close", "too large"]);
  });

  test.each(["GET", "POST"])(
    "that is a %s whose body nobody reads leaves its connection to the next one",
    async (method) => {
      const port = await openFront((given, response) => response.writeHead(given.url === "/next" ? 200 : 401).end());
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      stack.defer(() => agent.destroy());
      const askNext = async (path: string, body: string) => {
        const length = { "content-length": Buffer.byteLength(body) };
        const sent = request({ port, host: "127.0.0.1", path, method, agent, headers: length }).end(body);
        const [answer] = await once(sent, "response");
        answer.resume();
        await once(answer, "end");
        return [answer.statusCode, sent.reusedSocket];
      };

      expect(await askNext("/", "a".repeat(1_000_000))).toEqual([401, false]);
      expect(await askNext("/next", "")).toEqual([200, true]);
    },
  );

  test("has no body where there is none", async () => {
    const port = await openFront((given, response) => {
      response.writeHead(given.url === "/204" ? 204 : 200, { "x-length": given.headers["content-length"] ?? "none" });
      response.end();
    });

    const answers = [
      await fetch(`http://127.0.0.1:${port}/204`),
      await fetch(`http://127.0.0.1:${port}/`, { method: "HEAD" }),
      await fetch(`http://127.0.0.1:${port}/`, { method: "DELETE" }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([204, 200, 200]);
    expect(answers.map(({ headers }) => headers.get("x-length"))).toEqual(["none", "none", "none"]);
    for (const answer of answers) expect(await answer.text()).toBe("");
  });
});

test("who was found to call there is known here, and told to nobody", async () => {
  const port = await openFront((_, response) => {
    response.writeHead(200, { [CALLER_HEADER]: "org_1" }).end();
  });
  const headers = { authorization: "Bearer of-forward-request" };

  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
  await answer.text();

  expect(answer.headers.get(CALLER_HEADER)).toBeNull();
  expect(ownerOf({ headers })).toBe("org_1");
});

test("a process that is gone costs its callers one answer", async () => {
  const gone = await openFront(null);
  const ended = await openFront((given) => given.socket.destroy());

  for (const port of [gone, ended]) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { ...post, body: "a" });

    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await answer.json()).toMatchObject({
      code: "unavailable",
      requestId: "req_1",
      error:
        "The process that worked on this request has ended. Look whether the request took effect, then send it again.",
    });
  }
});

test("an answer that breaks off there breaks off here", async () => {
  const port = await openFront(async (given, response) => {
    response.writeHead(200, { "content-length": 100 }).write("a");
    await wait(20);
    given.socket.destroy();
  });

  await expect(fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).rejects.toThrow();
});
