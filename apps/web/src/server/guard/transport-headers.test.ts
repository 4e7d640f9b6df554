import "../../testing/test-app.ts";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { ask } from "../../testing/web-process.ts";
import { guardRequest } from "./guard-request.ts";

async function headersOf(baseUrl: string | undefined, path: string, host: string) {
  const rules = { baseUrl, isDev: false, gitHubUrl: "https://github.test", isTrustedProxy: () => false };
  const server = createServer((request, response) => {
    if (guardRequest(request, response, rules)) response.end("answered");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { headers } = await ask((server.address() as AddressInfo).port, { path, headers: { host } });
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  return headers["strict-transport-security"];
}

describe.each([
  ["a page", "/acme", "docs.example.com"],
  ["an answer of the API", "/v2/agent/x/jobs", "docs.example.com"],
  ["a refused address", "/%zz", "docs.example.com"],
  ["a page under a wrong name", "/acme", "elsewhere.example.com"],
])("%s", (_, path, host) => {
  test("tells browsers to come by https alone when BASE_URL is https", async () => {
    expect(await headersOf("https://docs.example.com", path, host)).toBe("max-age=31536000");
  });

  test("says nothing of it without https", async () => {
    expect(await headersOf("http://docs.example.com", path, host)).toBeUndefined();
    expect(await headersOf(undefined, path, host)).toBeUndefined();
  });
});
