import { describe, expect, test } from "vitest";
import { readBytes, readJson } from "./request-body.ts";
import { REMOTE_ADDRESS_HEADER } from "./request-headers.ts";

const MAX = 100;

function post(body: BodyInit | undefined, type: string | null = "application/json", headers: HeadersInit = {}) {
  const request = new Request("http://localhost/", {
    method: "POST",
    body,
    headers,
    duplex: "half",
  } as RequestInit);
  request.headers.delete("content-type");
  if (type !== null) request.headers.set("content-type", type);
  return readJson(request, MAX);
}

describe("the media type", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF8",
    "application/merge-patch+json",
  ])("%s is taken", async (type) => {
    expect(await post('{"a":1}', type)).toEqual({ a: 1 });
  });

  test.each([null, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "json"])(
    "%s is refused",
    async (type) => {
      await expect(post('{"a":1}', type)).rejects.toMatchObject({ code: "unsupported_media_type" });
    },
  );
});

test.each(["gzip", "br", "deflate", "identity, gzip", "x"])("a body coded as %s is refused", async (coding) => {
  await expect(post('{"a":1}', "application/json", { "content-encoding": coding })).rejects.toMatchObject({
    code: "unsupported_media_type",
  });
});

test.each(["", "identity", "Identity"])("a body coded as %j is taken", async (coding) => {
  expect(await post('{"a":1}', "application/json", { "content-encoding": coding })).toEqual({ a: 1 });
});

describe("the size", () => {
  test("exactly the limit is taken", async () => {
    expect(await post(`"${"x".repeat(MAX - 2)}"`)).toHaveLength(MAX - 2);
  });

  test("one byte more is refused", async () => {
    await expect(post(`"${"x".repeat(MAX - 1)}"`)).rejects.toMatchObject({ code: "payload_too_large" });
  });

  test("a claim of a larger body is refused before reading", async () => {
    await expect(post("{}", "application/json", { "content-length": "101" })).rejects.toMatchObject({
      code: "payload_too_large",
    });
  });

  test("a stream without a length is stopped at the limit", async () => {
    let sentBytes = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sentBytes += 10;
        controller.enqueue(new Uint8Array(10).fill(32));
      },
    });

    await expect(post(endless)).rejects.toMatchObject({ code: "payload_too_large" });
    expect(sentBytes).toBeLessThan(MAX * 3);
  });
});

test.each([undefined, "", "{", "{'a':1}", "\u0000", new Uint8Array([0x22, 0xff, 0x22])])(
  "body %j is not JSON",
  async (body) => {
    await expect(post(body)).rejects.toMatchObject({ code: "invalid_json" });
  },
);

test("a body that breaks off is not JSON", async () => {
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new Error("the connection was reset"));
    },
  });

  await expect(post(broken)).rejects.toMatchObject({ code: "invalid_json" });
});

describe("bodies that are sent slowly", () => {
  const MANY = 40;
  const LARGE = 1_000_000;

  /** Sends a first part of a body, and the rest when it is ended. */
  function sendSlowly(address: string, firstBytes: number) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 10 });
    const writer = writable.getWriter();
    void writer.write(new Uint8Array(firstBytes).fill(32)).catch(() => undefined);
    const init = { method: "POST", body: readable, headers: { [REMOTE_ADDRESS_HEADER]: address }, duplex: "half" };
    const outcome = readBytes(new Request("http://localhost/", init as RequestInit), LARGE).then(
      ({ length }) => length,
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
    return { outcome, end: () => writer.close().catch(() => undefined) };
  }

  test("take a bounded number of places for an address, and leave the others theirs", async () => {
    const held = Array.from({ length: MANY }, () => sendSlowly("192.0.2.1", 100_000));
    const refused = await Promise.race(held.map(({ outcome }) => outcome));
    const other = sendSlowly("192.0.2.2", 100_000);
    const small = sendSlowly("192.0.2.1", 10_000);
    await Promise.all([...held, other, small].map(({ end }) => end()));

    expect(refused).toBe(
      "rate_limited: Too many uploads from your network are running. Wait until one ends, then try again.",
    );
    const outcomes = await Promise.all(held.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 100_000)).toHaveLength(32);
    expect(await other.outcome).toBe(100_000);
    expect(await small.outcome).toBe(10_000);
    // The places are free again.
    const next = sendSlowly("192.0.2.1", 100_000);
    await next.end();
    expect(await next.outcome).toBe(100_000);
  });
});

describe("a large body", () => {
  const large = (body: string, maxBytes = 1_000_000) => {
    const headers = { "content-type": "application/json" };
    return readJson(new Request("http://localhost/", { method: "POST", body, headers }), maxBytes);
  };
  const pad = `"${"x".repeat(20_000)}"`;

  test.each([
    ["brackets that close again", `${"[".repeat(490_000)}${"]".repeat(490_000)}`],
    ["brackets that never close", "[".repeat(900_000)],
    ["objects in objects", `${'{"a":'.repeat(101)}${pad}${"}".repeat(101)}`],
    ["400,000 numbers", `[${"1,".repeat(400_000)}1]`],
    ["30,000 names", JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`f${at}`, 1])))],
  ])("of %s is refused before it is parsed", async (_, body) => {
    await expect(large(body)).rejects.toMatchObject({ code: "invalid_request" });
  });

  test.each([
    ["20,000 numbers", `[${"1,".repeat(20_000)}1]`],
    ["100 levels", `${"[".repeat(100)}${pad}${"]".repeat(100)}`],
    ["brackets and commas in a string", JSON.stringify({ prompt: '[{,:"\\'.repeat(40_000) })],
    ["a conversation of 100 messages with 50 parts", JSON.stringify(conversation(100, 50))],
  ])("of %s is read", async (_, body) => {
    expect(await large(body)).toEqual(JSON.parse(body));
  });

  test("of as many values as a raised limit of bytes has room for is read", async () => {
    const body = JSON.stringify(conversation(300, 50));

    await expect(large(body)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await large(body, 4_000_000)).toEqual(JSON.parse(body));
  });

  test("that ends inside of a string is no JSON", async () => {
    await expect(large(`{"a":"${"x".repeat(20_000)}\\"`)).rejects.toMatchObject({ code: "invalid_json" });
  });
});

function conversation(messages: number, parts: number) {
  return Array.from({ length: messages }, (_, id) => ({
    id: String(id),
    role: "user",
    parts: Array.from({ length: parts }, () => ({ type: "text", text: "Why?" })),
  }));
}
