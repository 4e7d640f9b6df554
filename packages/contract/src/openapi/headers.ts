import type { Operation } from "../operation.ts";
import type { Header } from "./document.ts";

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: "string", examples: [example] },
});

/** Response headers that several operations share, by the name they have among the document's components. */
export const SHARED_HEADERS = {
  "X-Request-Id": text("Include it when you report a problem.", "req_01KADZ4XK8Y5T1M3Q7V9B2C6DE"),
  "RateLimit-Policy": text(
    "The limits that this request counts against: quota `q` per window of `w` seconds.",
    '"agent-hour";q=100;w=3600',
  ),
  RateLimit: text("Remaining quota: `r` requests, which resets in `t` seconds.", '"agent-hour";r=99;t=1800'),
  "Retry-After": {
    description: "Seconds to wait before retrying.",
    schema: { type: "integer", minimum: 1, examples: [5] },
  },
  "WWW-Authenticate": text("How to authenticate.", "Bearer"),
  ETag: text(
    "Identifies this response. Send it as `If-None-Match` to get 304 without a body if nothing changed.",
    'W/"3q2-7w"',
  ),
  "Idempotency-Replayed": text("`true` if this is the stored response of an earlier request.", "true"),
  Deprecation: text("When this operation was deprecated (RFC 9745).", "@1773014400"),
  Link: text(
    "Links to the deprecation notice and the replacement operation.",
    '</v2/agent/prj_x/job>; rel="successor-version"',
  ),
  Sunset: text(
    "When this operation is removed, if the operator has set a date (RFC 8594).",
    "Tue, 01 Jun 2027 00:00:00 GMT",
  ),
} as const satisfies Record<string, Header>;

type SharedHeader = keyof typeof SHARED_HEADERS;

/** The shared headers of an operation's answers with this status. */
export function headersOf(operation: Operation, status: number): Record<string, { $ref: string }> {
  const { limits, idempotency, deprecated } = operation;
  const names: SharedHeader[] = [
    "X-Request-Id",
    ...(limits.length > 0 && (status === 200 || status === 202 || status === 429)
      ? (["RateLimit-Policy", "RateLimit"] as const)
      : []),
    ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(isConditional(operation) && (status === 200 || status === 304) ? (["ETag"] as const) : []),
    ...(idempotency !== null && status === 200 ? (["Idempotency-Replayed"] as const) : []),
    ...(deprecated ? (["Deprecation", "Link", "Sunset"] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Whether a caller can ask for the answer only in case it is another one than it has. */
export function isConditional({ method, produces }: Operation): boolean {
  return method === "GET" && produces === "json";
}
