import { AGENT_OPERATIONS } from "@docsteward/contract/agent-operations";
import { MESSAGE_OPERATIONS } from "@docsteward/contract/assistant-message-operations";
import { SITE_OPERATIONS } from "@docsteward/contract/assistant-operations";
import type { Operation } from "@docsteward/contract/operation";
import { expect, test } from "vitest";
import { type KeyCall, readCall, toCurl, toFetch, workCall } from "./reveal-key-dialog.tsx";

const site = { projectId: "prj_1", domain: "docs", baseUrl: "https://steward.example.com" };
const admin = { kind: "admin", scopes: ["read", "write"] } as const;
const assistant = { kind: "assistant", scopes: [] } as const;
const keyOf = (key: { kind: "admin" | "assistant"; scopes: readonly string[] }) => ({
  ...key,
  scopes: [...key.scopes],
});
const operations: readonly Operation[] = [...AGENT_OPERATIONS, ...MESSAGE_OPERATIONS, ...SITE_OPERATIONS];

function operationOf({ method, path }: KeyCall): Operation | undefined {
  const [plain] = path.split("?");
  const named = plain?.replace("prj_1", "{projectId}").replace(/docs\b/, "{domain}");
  return operations.find((operation) => operation.method === method && operation.path === named);
}

test.each([admin, assistant])("the calls that a key is shown with are calls of the public API: %j", (plain) => {
  const key = keyOf(plain);
  for (const call of [readCall({ key, site }), workCall({ key, site })]) {
    const operation = operationOf(call);

    expect(operation, call.path).toBeDefined();
    expect(operation?.auth).toBe(key.kind);
    expect(operation?.body.safeParse(call.body ?? {}).success).toBe(true);
  }
});

test("what is tried with a key that may read changes nothing", () => {
  expect(operationOf(readCall({ key: keyOf(admin), site }))?.scope).toBe("read");
  expect(operationOf(readCall({ key: keyOf(assistant), site }))?.id).toContain("earch");
});

test("a command and a program hold the key and the address, and quote what a shell would read", () => {
  const call = { method: "POST", path: "/p", body: { prompt: "Don't $STOP" } } as const;
  const options = { token: "svc_abc", key: keyOf(admin), site };

  expect(toCurl(call, options)).toBe(
    `curl 'https://steward.example.com/p' \\\n  -H 'Authorization: Bearer svc_abc' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"prompt":"Don'\\''t $STOP"}'`,
  );
  expect(toFetch(call, options)).toContain('body: JSON.stringify({"prompt":"Don\'t $STOP"})');
  expect(toFetch({ method: "GET", path: "/p" }, options)).toContain('headers: { Authorization: "Bearer svc_abc" }');
});
