import type { z } from "zod";
import type { LimitName } from "./limits.ts";

export type Method = "GET" | "POST";

/**
 * One operation of the public API, defined once: REST routes, documents and tests all read this.
 *
 * `auth` names the key kind that opens it, `scope` what the key must allow, `limits` what it counts against.
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
  scope: "read" | "write";
  limits: LimitName[];
  /** Whether an `Idempotency-Key` header is honoured. */
  idempotent: boolean;
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  /** `event-stream` answers are streams of `response`; everything else is one JSON document. */
  produces: "json" | "event-stream";
};

export function defineOperation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  operation: Operation<P, Q, B, R>,
): Operation<P, Q, B, R> {
  return operation;
}
