import { AppError } from "@docsteward/contract/error";
import type { TRPCError } from "@trpc/server";

/**
 * What a procedure threw, or, when tRPC found fault with the request before it asked one, that in the words of the API: a caller's
 * fault must not come out as a failure of the service.
 */
export function toCallerFault({ code, cause }: TRPCError): unknown {
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
