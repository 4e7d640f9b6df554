import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { toProblem } from "../http/problem.ts";

/** Refuses a request before tRPC has seen it, in the form that its client reads. */
export function refuseCall(error: unknown, requestId: string): Response {
  const { body: problem } = toProblem(error, requestId);
  const data = { code: "BAD_REQUEST", httpStatus: problem.status, problem };
  const code = TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST;
  const headers = { "Cache-Control": "no-store" };
  return Response.json({ error: { message: problem.error, code, data } }, { status: problem.status, headers });
}
