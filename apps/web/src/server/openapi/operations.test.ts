import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { expectProblem } from "../../testing/expect-problem.ts";
import { routeFile } from "../../testing/routes.ts";
import { appTest, send } from "../../testing/test-app.ts";
import type { RouteHandler } from "../http/endpoint.ts";
import { OPERATIONS } from "./document.ts";

const test = appTest();

test("each operation has an id and an address of its own", () => {
  const ids = OPERATIONS.map(({ id }) => id);
  const addresses = OPERATIONS.map(({ method, path }) => `${method} ${path}`);

  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(addresses).size).toBe(addresses.length);
});

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  test("has a route file at its path, under 20 lines", () => {
    expect(readFileSync(routeFile(operation), "utf8").split("\n").length).toBeLessThan(20);
  });

  test("answers its method, and only with a key", async () => {
    const routes: Record<string, RouteHandler> = await import(routeFile(operation).href);
    const route = routes[operation.method];
    if (!route) throw new Error(`${operation.path} has no ${operation.method}`);
    const params = { projectId: "prj_x", id: "job_x", domain: "nowhere" };
    const response = await send(route, { method: operation.method, params });

    await expectProblem(response, "missing_key");
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });
});
