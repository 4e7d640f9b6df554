import "#testing/test-app.ts";
import { expect, test } from "vitest";
import { openApiDocument } from "#server/openapi/document.ts";
import { send } from "#testing/test-app.ts";
import { GET, HEAD } from "./route.ts";

test("anybody may read the document, from any website", async () => {
  const response = await send(GET, { params: {}, headers: { origin: "https://docs.example.com" } });

  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(await response.json()).toEqual(openApiDocument());
});

test("a client that has it already gets a 304 without it", async () => {
  const etag = (await send(GET, { params: {} })).headers.get("etag") ?? "";

  const response = await send(GET, { params: {}, headers: { "if-none-match": etag } });

  expect(response.status).toBe(304);
  expect(await response.text()).toBe("");
});

test("HEAD answers without a body", async () => {
  const response = await send(HEAD, { method: "HEAD", params: {} });

  expect(response.status).toBe(200);
  expect(await response.text()).toBe("");
});
