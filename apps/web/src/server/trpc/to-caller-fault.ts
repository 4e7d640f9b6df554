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
      return new AppError("not_found", "Procedure not found. Reload the page: it may be older than the service.");
    case "METHOD_NOT_SUPPORTED":
      return new AppError("method_not_allowed", "Mutations require POST, and queries require GET.");
    case "BAD_REQUEST":
    case "PARSE_ERROR":
      return cause === undefined
        ? new AppError("invalid_request", "The batch has too many calls. Send smaller batches.")
        : new AppError("invalid_json", "The input is not valid JSON.", { cause });
    default:
      return cause;
  }
}
