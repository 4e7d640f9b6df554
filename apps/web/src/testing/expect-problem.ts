import { ERRORS, type PublicErrorCode } from "@docsteward/contract/error";
import { Problem } from "@docsteward/contract/problem";
import { expect } from "vitest";

/** Expects the one error body with this code, and the status that belongs to it. */
export async function expectProblem(response: Response, code: PublicErrorCode): Promise<Problem> {
  const problem = Problem.parse(await response.json());
  expect(problem.code).toBe(code);
  expect(response.status).toBe(ERRORS[code].status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("x-request-id")).toBe(problem.requestId);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return problem;
}
