import { describe, expect, test } from "vitest";
import { jsonResponse } from "./responses.ts";

const headers = { "Cache-Control": "no-store", "X-Kept": "yes" };
const ask = (value: unknown, { method = "GET", known }: { method?: string; known?: string } = {}) =>
  jsonResponse(value, {
    headers,
    request: new Request("http://localhost/", {
      method,
      headers: known === undefined ? {} : { "if-none-match": known },
    }),
  });
const tagOf = (value: unknown) => ask(value).headers.get("etag") ?? "";

describe("what a GET answers", () => {
  test("carries a weak tag of what it shows, and may be kept by the one who asked", async () => {
    const response = ask({ a: 1 });

    expect(await response.json()).toEqual({ a: 1 });
    expect(response.headers.get("etag")).toMatch(/^W\/"[\w-]{22}"$/);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    expect(tagOf({ a: 1 })).toBe(tagOf({ a: 1 }));
    expect(tagOf({ a: 2 })).not.toBe(tagOf({ a: 1 }));
  });

  test.each([(tag: string) => tag, (tag: string) => tag.slice(2), (tag: string) => `"x", ${tag}`, () => "*"])(
    "is not sent again to one who has it (%#)",
    async (toKnown) => {
      const response = ask({ a: 1 }, { known: toKnown(tagOf({ a: 1 })) });

      expect(response.status).toBe(304);
      expect(await response.text()).toBe("");
      expect(response.headers.get("etag")).toBe(tagOf({ a: 1 }));
      expect(response.headers.get("x-kept")).toBe("yes");
      expect(response.headers.get("content-type")).toBeNull();
    },
  );

  test.each(['"x"', "", "W/", 'W/"x", "y"'])("is sent to one who knows %j", (known) => {
    expect(ask({ a: 1 }, { known }).status).toBe(200);
  });
});

test("the answer of a POST has no ETag and must not be cached", () => {
  const response = ask({ a: 1 }, { method: "POST", known: tagOf({ a: 1 }) });

  expect(response.status).toBe(200);
  expect(response.headers.get("etag")).toBeNull();
  expect(response.headers.get("cache-control")).toBe("no-store");
});
