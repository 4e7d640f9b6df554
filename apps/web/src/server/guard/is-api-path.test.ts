import { expect, test } from "vitest";
import { isApiPath } from "./guard-request.ts";

test.each([
  "/v1/agent/x/jobs",
  "/v2",
  "/discovery/v2/assistant/x/message",
  "/healthz",
  "/metrics",
  "/openapi.json",
  "/.well-known/oauth-protected-resource",
  "/automations.schema.json",
])("%s belongs to the API", (path) => {
  expect(isApiPath(path)).toBe(true);
});

test.each([
  "/",
  "/v2x",
  "/acme/docs/jobs",
  "/acme/v2",
  "/api/trpc/job.list",
  "//v2",
  "/healthz.txt",
  "/healthz/x",
  "/openapi.json/jobs",
  "/%76%32/x",
  "/v2/../acme/docs",
  "/v2/%2e%2e/acme",
  "/v2//x",
  "/v2\\..\\acme",
  "http://x/v2",
])("%s belongs to the dashboard", (path) => {
  expect(isApiPath(path)).toBe(false);
});
