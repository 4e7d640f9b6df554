import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { AddressRefusedError, type GuardedPost, postGuarded } from "./guarded-http.ts";
import { isPublicAddress } from "./ip-ranges.ts";

async function listen(onRequest: RequestListener) {
  const server = createServer(onRequest).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const post = (url: string, more: Partial<GuardedPost> = {}) =>
  postGuarded({
    url: new URL(url),
    headers: { "content-type": "application/json" },
    body: '{"a":"ä"}',
    timeoutMs: 60_000,
    maxTextBytes: 10,
    isAllowed: () => true,
    ...more,
  });

test("sends the body whole and keeps the beginning of the answer", async () => {
  const got: string[] = [];
  await using server = await listen(async (request, response) => {
    request.setEncoding("utf8");
    for await (const chunk of request) got.push(chunk);
    response.writeHead(202).end("x".repeat(100_000));
  });

  const answer = await post(`http://127.0.0.1:${server.port}/hook?x=1`);

  expect(answer).toMatchObject({ status: 202, text: "xxxxxxxxxx" });
  expect(got.join("")).toBe('{"a":"ä"}');
});

test.each(["http://127.0.0.1:1/", "https://[::1]:1/", "http://169.254.169.254/latest/meta-data", "http://0x7f000001/"])(
  "%s is refused before anything is sent",
  async (url) => {
    await expect(post(url, { isAllowed: isPublicAddress })).rejects.toThrow(AddressRefusedError);
  },
);

test("a name is refused when one of its addresses is not allowed", async () => {
  const resolve = async () => [
    { address: "93.184.216.34", family: 4 },
    { address: "10.0.0.1", family: 4 },
  ];

  await expect(post("https://example.com/", { isAllowed: isPublicAddress, resolve })).rejects.toThrow(
    "example.com resolves to 10.0.0.1",
  );
});

test("a name that changes its mind after the check is connected to where it was checked", async () => {
  await using server = await listen((_request, response) => response.end("checked"));
  const answers = [[{ address: "127.0.0.1", family: 4 }], [{ address: "127.0.0.2", family: 4 }]];
  let asked = 0;
  const resolve = async () => answers[asked++] ?? [];

  const answer = await post(`http://rebound.test:${server.port}/`, {
    resolve,
    isAllowed: (address) => address === "127.0.0.1",
  });

  expect(answer.text).toBe("checked");
  expect(asked).toBe(1);
});

test("a redirect is an answer and is not followed", async () => {
  const paths: (string | undefined)[] = [];
  await using server = await listen((request, response) => {
    paths.push(request.url);
    response.writeHead(307, { location: "/inside" }).end();
  });

  expect((await post(`http://127.0.0.1:${server.port}/`)).status).toBe(307);
  expect(paths).toEqual(["/"]);
});

test("an endpoint that never answers is given up in time, and so is a name that is never resolved", async () => {
  await using server = await listen(() => undefined);

  await expect(post(`http://127.0.0.1:${server.port}/`, { timeoutMs: 50 })).rejects.toMatchObject({
    name: "TimeoutError",
  });
  const resolve = () => new Promise<never>(() => undefined);
  await expect(post("http://slow.test/", { timeoutMs: 50, resolve })).rejects.toMatchObject({ name: "TimeoutError" });
});

test("an answer whose text never ends counts by its status", async () => {
  await using server = await listen((_request, response) => {
    response.writeHead(200);
    response.write("so");
  });

  expect(await post(`http://127.0.0.1:${server.port}/`, { timeoutMs: 3_000 })).toMatchObject({
    status: 200,
    text: "so",
  });
});
