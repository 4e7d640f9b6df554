import { expect, test } from "vitest";
import { describeKey } from "./key-table.tsx";

const none = { scopes: [], allowedIps: [], allowedOrigins: [], groups: [], limits: [] };

test.each([
  [{ kind: "admin", scopes: ["read", "write"] }, "Read and write"],
  [{ kind: "admin", scopes: ["read"], allowedIps: ["10.0.0.0/8"] }, "Read only · 1 allowed IP address"],
  [{ kind: "admin", scopes: ["write"], limits: [{ name: "agent-hour", quota: 5 }] }, "Write only · custom limits"],
  [{ kind: "assistant" }, "Server requests only: no websites listed"],
  [{ kind: "assistant", allowedOrigins: ["https://docs.acme.com"] }, "docs.acme.com"],
  [{ kind: "assistant", allowedOrigins: ["https://a.com", "https://b.com", "http://c.com"] }, "a.com and 2 more"],
] as const)("%j is said as %j", (key, words) => {
  // The lists of a row may be changed, those of a constant may not.
  expect(describeKey(structuredClone({ ...none, ...key }) as Parameters<typeof describeKey>[0])).toBe(words);
});
