import { AppError } from "@docsteward/contract/error";
import type { TRPCError } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { toProblem } from "../http/problem.ts";

/**
 * What a procedure threw, or, when tRPC found fault with the request before it asked one, that in the words of the API: a caller's
 * fault must not come out as a failure of the service.
 */
export function toRequestError({ code, cause }: TRPCError): unknown {
  if (cause !== undefined && !(cause instanceof SyntaxError)) return cause;
  switch (code) {
    case "NOT_FOUND":
      return new AppError(
        "not_found",
        "This procedure doesn't exist. Reload the page: it might be older than the service.",
      );
    case "METHOD_NOT_SUPPORTED":
      return new AppError("method_not_allowed", "Use POST for changes and GET for queries.");
    case "BAD_REQUEST":
    case "PARSE_ERROR":
      return cause === undefined
        ? new AppError("invalid_request", "The batch has too many calls. Send smaller batches.")
        : new AppError("invalid_json", "The input isn't valid JSON.", { cause });
    default:
      return cause;
  }
}

/** Refuses a request before tRPC has seen it, in the form that its client reads. */
export function trpcErrorResponse(error: unknown, requestId: string): Response {
  const { body: problem } = toProblem(error, requestId);
  const data = { code: "BAD_REQUEST", httpStatus: problem.status, problem };
  const code = TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST;
  const headers = { "Cache-Control": "no-store" };
  return Response.json({ error: { message: problem.error, code, data } }, { status: problem.status, headers });
}

/**
 * Refuses an input that holds the NUL character, which no column can keep and no person types.
 *
 * @param input as it came, before anything is known of its shape
 * @throws AppError `invalid_request`
 */
export function rejectNul(input: unknown): void {
  const waiting: unknown[] = [input];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string" && value.includes("\0")) {
      throw new AppError("invalid_request", "The input contains a NUL character. Remove it and try again.");
    }
    // One by one: a call takes no more than some 100,000 arguments.
    if (typeof value === "object" && value !== null) for (const part of Object.values(value)) waiting.push(part);
  }
}
