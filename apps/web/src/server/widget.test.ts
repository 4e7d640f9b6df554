import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { GET, OPTIONS } from "#app/(api)/discovery/v1/widget/route.ts";
import { expectProblem } from "../testing/expect-problem.ts";
import { appTest, send } from "../testing/test-app.ts";

const test = appTest();

const Origin = "https://docs.example";

test("a website asks with its key alone, and reads also why its key does not work there", async ({ services }) => {
  const ctx = await seedProject(services);
  const { token } = await seedKey(ctx, { kind: "assistant", allowedOrigins: [Origin] });

  const preflight = await send(OPTIONS, {
    method: "OPTIONS",
    params: {},
    headers: { Origin, "Access-Control-Request-Headers": "authorization" },
  });
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "authorization",
  });

  const answer = await send(GET, { method: "GET", params: {}, key: token, headers: { Origin } });
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(await answer.json()).toMatchObject({ domain: ctx.project.domain, starters: [], contact: null });

  const elsewhere = { method: "GET", params: {}, key: token, headers: { Origin: "https://other.example" } };
  const refused = await send(GET, elsewhere);
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  await expectProblem(refused, "origin_not_allowed");
});

test("an address without parameters is answered as Next calls it", async ({ services }) => {
  const ctx = await seedProject(services);
  const { token } = await seedKey(ctx, { kind: "assistant" });
  const request = (method: string) =>
    new Request("http://localhost/discovery/v1/widget", { method, headers: { Authorization: `Bearer ${token}` } });

  expect((await OPTIONS(request("OPTIONS"), { params: undefined })).headers.get("access-control-allow-origin")).toBe(
    "*",
  );
  expect((await GET(request("GET"), { params: undefined })).status).toBe(200);
});
