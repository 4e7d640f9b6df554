import { describe, expect } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { appTest, send } from "#testing/test-app.ts";
import * as health from "../healthz/route.ts";
import * as readiness from "./route.ts";

const test = appTest();

describe.each([
  ["healthz", health],
  ["readyz", readiness],
] as const)("/%s", (_, route) => {
  test("answers, to HEAD without a body", async () => {
    const response = await send(route.HEAD, { method: "HEAD", params: {} });

    expect((await send(route.GET, { params: {} })).status).toBe(200);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });

  test.each(["POST", "PUT", "DELETE"] as const)("%s is refused with what there is", async (method) => {
    const response = await send(route[method], { method, params: {} });

    await expectProblem(response, "method_not_allowed");
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
});
