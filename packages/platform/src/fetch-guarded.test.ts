import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, test } from "vitest";
import { createGuardedFetch, createNetworkPolicy } from "./guarded-http.ts";

async function listen(onRequest: RequestListener) {
  const server = createServer(onRequest).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const open = createGuardedFetch({ isAllowed: createNetworkPolicy(["127.0.0.0/8"]) });
const closed = createGuardedFetch({ isAllowed: createNetworkPolicy([]) });

test("sends the request unchanged, and streams the answer while the server writes it", async () => {
  const got: unknown[] = [];
  const goOn = Promise.withResolvers<void>();
  await using server = await listen(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    got.push(request.method, request.headers["x-key"], body);
    response.writeHead(200, { "content-type": "text/plain" }).write("first ");
    await goOn.promise;
    response.end("last");
  });

  const response = await open(`${server.url}/v1`, { method: "POST", headers: { "x-key": "k" }, body: '{"a":"ä"}' });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe("first ");
  goOn.resolve();

  expect((await reader?.read())?.value).toBe("last");
  expect(response.headers.get("content-type")).toBe("text/plain");
  expect(got).toEqual(["POST", "k", '{"a":"ä"}']);
});

test("a redirect is an answer and is not followed", async () => {
  let calls = 0;
  await using server = await listen((_, response) => {
    calls += 1;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });

  expect((await open(server.url)).status).toBe(302);
  expect(calls).toBe(1);
});

test("an answer without a body stays one", async () => {
  await using server = await listen((_, response) => response.writeHead(204).end());

  expect((await open(server.url)).body).toBeNull();
});

test.each([
  "http://127.0.0.1:9",
  "https://127.0.0.1:9",
  "https://[::1]:9",
  "https://169.254.169.254",
  "http://10.0.0.1",
])("%s is not connected to unless the operator names its network", async (url) => {
  await expect(closed(url)).rejects.toMatchObject({ name: "AddressRefusedError" });
});

test("a name is looked up once, and one that also stands for a private address is refused", async () => {
  await using server = await listen((_, response) => response.end("here"));
  const names = [["127.0.0.1"], ["127.0.0.1", "10.0.0.1"]];
  const resolve = async () => (names.shift() ?? []).map((address) => ({ address, family: 4 }));
  const named = createGuardedFetch({ isAllowed: createNetworkPolicy(["127.0.0.0/8"]), resolve });
  const url = `http://models.example:${server.port}/`;

  expect(await (await named(url)).text()).toBe("here");
  await expect(named(url)).rejects.toMatchObject({ name: "AddressRefusedError" });
});

test("an abort rejects with its reason, before the answer and during it", async () => {
  await using server = await listen((request, response) => {
    if (request.url === "/middle") response.writeHead(200).write("first");
  });
  const reason = new Error("enough");
  const before = AbortSignal.timeout(30);
  const middle = new AbortController();

  await expect(open(server.url, { signal: before })).rejects.toMatchObject({ name: "TimeoutError" });
  const response = await open(`${server.url}/middle`, { signal: middle.signal });
  middle.abort(reason);
  await expect(response.text()).rejects.toThrow();
});

test("a server whose headers trickle in is given up in time", async () => {
  await using server = await listen((_, response) => response.end());
  const trickling = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("x-more: 1\r\n"), 20);
    socket.on("close", () => clearInterval(timer));
  }).listen(0, "127.0.0.1");
  await once(trickling, "listening");
  const { port } = trickling.address() as AddressInfo;
  const impatient = createGuardedFetch({ isAllowed: createNetworkPolicy(["127.0.0.0/8"]) }, { quietMs: 3_000 });

  await expect(impatient(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { code: "ETIMEDOUT" } });
  await new Promise((resolve) => trickling.close(resolve));
  expect((await impatient(server.url)).status).toBe(200);
});
