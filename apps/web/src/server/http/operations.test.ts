import { existsSync, readFileSync } from "node:fs";
import { AGENT_OPERATIONS } from "@docsteward/contract/agent-operations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectProblem } from "../testing/expect-problem.ts";
import { openTestApp, send } from "../testing/test-app.ts";
import type { RouteHandler } from "./endpoint.ts";

let services: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  services = await openTestApp();
});
afterAll(() => services.close());

const fileOf = (path: string) =>
  new URL(`../../app/(api)${path.replaceAll("{", "[").replaceAll("}", "]")}/route.ts`, import.meta.url);

describe.each(AGENT_OPERATIONS.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  const file = fileOf(operation.path);

  test("has a route file at its path, under 20 lines", () => {
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, "utf8").split("\n").length).toBeLessThan(20);
  });

  test("answers its method, and only with a key", async () => {
    const routes: Record<string, RouteHandler> = await import(file.href);
    const route = routes[operation.method];
    if (!route) throw new Error(`${file.pathname} has no ${operation.method}`);
    const response = await send(route, { method: operation.method, params: { projectId: "prj_x", id: "job_x" } });

    await expectProblem(response, "missing_key");
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });
});
