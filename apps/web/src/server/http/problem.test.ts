import "../../testing/test-app.ts";
import { AppError } from "@docsteward/contract/error";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectProblem } from "../../testing/expect-problem.ts";
import { problemResponse } from "./problem.ts";

const requestId = "req_01JD0000000000000000000000";

test("an error for people is said as it stands, with its own headers", async () => {
  const error = new AppError("rate_limited", "Used up.", {
    retryAfterSeconds: 2.4,
    headers: { RateLimit: '"agent-hour";r=0;t=3' },
    violatedPolicies: ["agent-hour"],
  });

  const response = problemResponse(error, requestId);

  expect(response.headers.get("retry-after")).toBe("3");
  expect(response.headers.get("ratelimit")).toBe('"agent-hour";r=0;t=3');
  expect(await expectProblem(response, "rate_limited")).toEqual({
    error: "Used up.",
    code: "rate_limited",
    type: "/errors/rate_limited",
    title: "Rate limited",
    status: 429,
    detail: "Used up.",
    "violated-policies": ["agent-hour"],
    requestId,
  });
});

test("any other error is internal, and none of its details are revealed", async () => {
  const problem = await expectProblem(problemResponse(new Error("password=hunter2"), requestId), "internal");

  expect(JSON.stringify(problem)).not.toContain("hunter2");
  expect(problem.error).toContain(requestId);
});

test.each([["a string"], [null], [{ code: "not_found" }]])("what is thrown as %j is internal, too", async (thrown) => {
  await expectProblem(problemResponse(thrown, requestId), "internal");
});

test("a database that is away is unavailable for now, and so is one that is starting", async () => {
  const unreached = Object.assign(new Error("Can't reach database server"), { code: "P1001" });
  const starting = Object.assign(new Error("Database error. Code: `57P03`."), {
    code: "P2039",
    meta: { driverAdapterError: { cause: { kind: "postgres", code: "57P03" } } },
  });

  for (const error of [unreached, starting]) {
    const response = problemResponse(error, requestId);

    expect(response.headers.get("retry-after")).toBe("5");
    await expectProblem(response, "unavailable");
  }
});

test("an error of another copy of the class is still one for people", async () => {
  class AppErrorCopy extends Error {
    override name = "AppError";
    code = "job_archived";
    options = {};
  }

  await expectProblem(problemResponse(new AppErrorCopy("Archived."), requestId), "job_archived");
});

test("a schema's refusal names every field", async () => {
  const { error } = z.object({ a: z.string(), b: z.object({ c: z.number() }) }).safeParse({ b: { c: "x" } });

  const problem = await expectProblem(problemResponse(error, requestId), "invalid_request");

  expect(problem.details?.map(({ path }) => path)).toEqual(["a", "b.c"]);
});

test.each(["P1001", "P1017", "P2024"])("a database that is away (%s) is 503 with when to come back", async (code) => {
  const thrown = Object.assign(new Error("Can't reach database server at 10.0.0.3:5432"), { code });

  const response = problemResponse(thrown, requestId);

  expect(response.headers.get("retry-after")).toBe("5");
  expect((await expectProblem(response, "unavailable")).error).not.toContain("10.0.0.3");
});
