import "../../testing/test-app.ts";
import { Problem } from "@docsteward/contract/problem";
import { describe, expect, test } from "vitest";
import { endpoint } from "./endpoint.ts";

const context = { params: Promise.resolve({}) };
const request = (method: string) => new Request("http://localhost/v2/x", { method });
const routes = endpoint({ GET: async () => Response.json({ a: 1 }, { headers: { "X-Kept": "yes" } }) });

describe("a path that takes GET", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE"] as const)("answers %s with 405, Allow and a problem", async (method) => {
    const response = await routes[method](request(method), context);

    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(Problem.parse(await response.json())).toMatchObject({ code: "method_not_allowed", status: 405 });
  });

  test("answers HEAD like GET without the body", async () => {
    const response = await routes.HEAD(request("HEAD"), context);

    expect(response.status).toBe(200);
    expect(response.headers.get("x-kept")).toBe("yes");
    expect(await response.text()).toBe("");
  });

  test("answers OPTIONS with what it takes", async () => {
    const response = await routes.OPTIONS(request("OPTIONS"), context);

    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("a path that takes only POST refuses HEAD", async () => {
  const answer = async () => new Response();
  const { HEAD } = endpoint({ POST: answer });

  const response = await HEAD(request("HEAD"), context);

  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("POST, OPTIONS");
});
