import { describe, expect, test } from "vitest";
import { readJson } from "./request-body.ts";

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
