import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRecordingLog } from "@docsteward/platform/log";
import { expect, test } from "vitest";
import { log } from "../log.ts";
import { guardRequest } from "./guard-request.ts";

const RULES = {
  baseUrl: undefined,
  isDev: false,
  gitHubUrl: "https://github.com",
  isTrustedProxy: () => false,
};
const LEVELS: Record<number, string> = { 20: "debug", 30: "info" };

test("the log has a line for each call of the API and for a probe that fails, and none above debug for other probes and pages", async () => {
  const held = globalThis as Record<symbol, unknown>;
  const key = Symbol.for("docsteward.web.log");
  const before = log();
  const lines: [string | undefined, string, number][] = [];
  held[key] = createRecordingLog((line) => {
    const { level, path, status } = JSON.parse(line) as { level: number; path: string; status: number };
    lines.push([LEVELS[level], path, status]);
  });
  const server = createServer((request, response) => {
    if (!guardRequest(request, response, RULES)) return;
    response.writeHead(request.url?.includes("fails") ? 503 : 200).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;

  const paths = ["/healthz", "/readyz?fails", "/metrics", "/v2/agent/p/jobs?limit=7", "/acme/docs", "/invite/secret"];
  for (const path of paths) await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  await expect.poll(() => lines).toHaveLength(paths.length);
  held[key] = before;
  server.closeAllConnections();
  server.close();

  expect(lines).toEqual([
    ["debug", "/healthz", 200],
    ["info", "/readyz", 503],
    ["debug", "/metrics", 200],
    ["info", "/v2/agent/p/jobs", 200],
    ["debug", "/acme/docs", 200],
    ["debug", "/invite/…", 200],
  ]);
});
