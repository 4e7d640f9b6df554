import { expect, test } from "vitest";
import { canReceiveEvents } from "./manifest.ts";

test.each([
  ["https://github.com", "https://docs-agent.example.com", true],
  ["https://acme.ghe.com", "https://docs-agent.example.com", true],
  ["https://github.com", "http://docs-agent.example.com", false],
  ["https://github.com", "https://docsteward", false],
  ["https://github.com", "https://docs.internal", false],
  ["https://github.com", "https://192.168.1.20", false],
  ["https://github.com", "http://localhost:4100", false],
  ["https://github.com", "https://[::1]:4100", false],
  ["https://github.acme.example", "http://docs.internal:4100", true],
  ["https://github.acme.example", "http://localhost:4100", false],
  ["http://127.0.0.1:4567", "http://localhost:4100", true],
  ["http://127.0.0.1:4567", "http://127.0.0.1:4100", true],
])("whether %s can reach %s: %s", (from, to, isReached) => {
  expect(canReceiveEvents({ from, to })).toBe(isReached);
});
