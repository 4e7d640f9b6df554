import { AppError, ERRORS, isAppError } from "@docsteward/contract/error";
import { toInputError } from "@docsteward/contract/input-schema";
import type { AnyProblem } from "@docsteward/contract/problem";
import { isConnectionError, isTooManyConnections, TOO_MANY_CONNECTIONS } from "@docsteward/services/database";
import { ZodError } from "zod";
import { log } from "../log.ts";
import { apiHeaders } from "./response-headers.ts";

/**
 * Says an error in the one body that callers know (RFC 9457), whatever it is. An error that is not meant for people becomes
 * "Internal error"; what it really was goes to the log under the same request id.
 */
export function toProblem(error: unknown, requestId: string): { body: AnyProblem; appError: AppError | null } {
  const known = toAppError(error);
  if (isTooManyConnections(error)) log().error({ error: TOO_MANY_CONNECTIONS, requestId }, "request failed");
  else if (known === null) log().error({ err: error, requestId }, "request failed");
  const appError = known ?? (isConnectionError(error) ? databaseUnavailable(error) : null);
  const code = appError?.code ?? "internal";
  const sentence = appError?.message ?? `Internal error. Include ${requestId} when you report it.`;
  const { status, title } = ERRORS[code];
  const { details, violatedPolicies } = appError?.options ?? {};
  return {
    appError,
    body: {
      error: sentence,
      code,
      type: `/errors/${code}`,
      title,
      status,
      detail: sentence,
      ...(details && { details }),
      ...(violatedPolicies && { "violated-policies": violatedPolicies }),
      requestId,
    },
  };
}

function databaseUnavailable(cause: unknown): AppError {
  return new AppError("unavailable", "The database is unavailable. Try again in a few seconds.", {
    cause,
    retryAfterSeconds: 5,
  });
}

/**
 * Answers a REST caller with an error. tRPC has `trpcErrorResponse`.
 *
 * @param headers further ones, below those that the error itself brings
 */
export function problemResponse(error: unknown, requestId: string, headers: Record<string, string> = {}): Response {
  const { body, appError } = toProblem(error, requestId);
  const { retryAfterSeconds, headers: own } = appError?.options ?? {};
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      ...apiHeaders(requestId),
      ...headers,
      ...own,
      ...(body.status === 401 && { "WWW-Authenticate": "Bearer" }),
      ...(retryAfterSeconds !== undefined && { "Retry-After": String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
      "Content-Type": "application/problem+json",
    },
  });
}

/**
 * Brings whatever was thrown into the one error that has words for people.
 *
 * @returns null for everything that has none: a bug, or a part that failed
 */
export function toAppError(error: unknown): AppError | null {
  if (isAppError(error)) return error;
  if (error instanceof ZodError) return toInputError(error);
  return null;
}
