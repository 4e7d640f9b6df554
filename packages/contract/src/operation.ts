import { z } from "zod";
import type { PublicErrorCode } from "./error.ts";
import type { LimitName } from "./limits.ts";

/** HTTP methods of the public API. */
export type Method = "GET" | "POST";

/**
 * What an operation answers with: one JSON document, or a stream. An `event-stream` is one of `response` objects with numeric
 * ids, a `ui-message-stream` and a `data-stream` are the chat client library's (generation 5 and later, generation 4), a
 * `text-stream` is lines for people, a `text` is one whole document. Of `mcp` the Model Context Protocol says what it answers.
 */
export type Produces = "json" | "event-stream" | "ui-message-stream" | "data-stream" | "text-stream" | "text" | "mcp";

/** Announces the removal of an operation, in the `Deprecation` and `Link` headers of each of its answers. */
type Deprecation = {
  /** When it was deprecated, in seconds since 1970. */
  sinceSeconds: number;
  /** Path of the operation that replaces it, with the parameters in braces. */
  successor: string;
};

/** What a caller may repeat with an `Idempotency-Key`, by the name under which the database remembers it for a day. */
export type IdempotentCallName = "create-job" | "send-message";

/** A call as it might be made, and its answer: a document, or the text that a stream might begin with. For documents and tests. */
type OperationExample = { query?: Record<string, string>; body?: unknown; response: unknown };

/**
 * One operation of the public API, defined once: REST routes, documents and tests all read this.
 *
 * `auth` names the key kind that opens it: an `admin` operation has `{projectId}` in its path, an `assistant` one `{domain}`, or neither
 * where the key alone says which site is meant.
 * `scope` is what the key must allow, `limits` what it counts against.
 */
export type Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  id: string;
  method: Method;
  /** With the parameters in braces: `/v2/agent/{projectId}/job`. */
  path: string;
  summary: string;
  description: string;
  auth: "admin" | "assistant";
  /** `any` lets every website read the answers, refusals too; otherwise only those that the site's keys list. */
  websites?: "any";
  scope: "read" | "write";
  /** Whether readers of a public project may call it without a key. */
  isPublic?: true;
  /**
   * What it is to programs whose users sign in (OAuth), where the project lets them: `token` takes their access tokens, `open` is what they
   * read before they have one.
   */
  signIn?: "token" | "open";
  limits: LimitName[];
  /** Under which name calls with an `Idempotency-Key` are remembered; null where the header is ignored. */
  idempotency: IdempotentCallName | null;
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  produces: Produces;
  /** The media type of its document, where it is another one than `application/json` or that of a plain text. */
  mediaType?: string;
  /** The list of the response that a caller can have as CSV, with the query's `format`. */
  table?: string;
  /** The status of a success, when it is not 200: 202 for what goes on after the answer. */
  status?: 202;
  /** When the answer is a 204 without a body instead. */
  noContent?: string;
  deprecated?: Deprecation;
  /** What the verb's own rules refuse, beside what follows from the other fields. */
  errors?: readonly PublicErrorCode[];
  /** Headers that only this operation takes or gives, with what they say. */
  requestHeaders?: Record<string, string>;
  responseHeaders?: Record<string, string>;
  example?: OperationExample;
};

/** Types an operation by its schemas, so that its handler gets what they parse. */
export function defineOperation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  operation: Operation<P, Q, B, R>,
): Operation<P, Q, B, R> {
  return operation;
}

/** Whether a request of this operation has a body at all. */
export function takesBody({ body }: Pick<Operation, "body">): boolean {
  return !(body instanceof z.ZodObject) || Object.keys(body.shape).length > 0;
}

/** Whether an operation streams work that continues without it. A caller may hold only so many of its streams at the same time. */
export function isFollowing({ method, produces }: Pick<Operation, "method" | "produces">): boolean {
  return method === "GET" && produces.endsWith("stream");
}

/** The codes of every error that an operation can answer with, by status. */
export function errorsOf(operation: Operation): PublicErrorCode[] {
  const { auth, idempotency, limits, errors = [] } = operation;
  const codes: PublicErrorCode[] = [
    "invalid_request",
    ...(takesBody(operation) ? (["invalid_json", "payload_too_large", "unsupported_media_type"] as const) : []),
    ...(["missing_key", "invalid_key", "expired_key", "revoked_key", "wrong_key_type", "ip_not_allowed"] as const),
    ...(auth === "admin"
      ? (["insufficient_scope"] as const)
      : (["invalid_reader_token", "origin_not_allowed"] as const)),
    "not_found",
    ...(idempotency !== null ? (["idempotency_in_progress", "idempotency_mismatch"] as const) : []),
    ...(limits.length > 0 || isFollowing(operation) ? (["rate_limited"] as const) : []),
    ...(limits.includes("key-month") ? (["quota_exceeded"] as const) : []),
    ...errors,
    "internal",
    "unavailable",
  ];
  return [...new Set(codes)];
}
